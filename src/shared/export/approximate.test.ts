import { expect, it } from 'vitest'
import type { RowContext } from '../query/row-fields.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import { rowTable } from './export-row.ts'

const TOKEN = `0x${'c'.repeat(40)}`
const CONTEXT: RowContext = {
  ...{ ownAddress: undefined, ownToken: undefined, coin: { symbol: 'CELO', decimals: 18 } },
  ...{ labels: new Map(), zone: 'utc' },
}
function read(resource: Resource, item: object, column: string, context: Partial<RowContext> = {}) {
  const { columns, rowsOf } = rowTable(resource, '1', { ...CONTEXT, ...context })
  return rowsOf({ items: [item], unread: [] })[0]?.[columns.findIndex(({ name }) => name === column)]
}

const fee = { hash: '0x1', fee: { type: 'actual', value: '42000000000000000' } }
const holder = { address: { hash: '0x2' }, value: '1500' }

it('an amount whose decimals nobody said has no approximate one', () => {
  expect(read('transaction', { ...fee, gas_token: TOKEN }, 'fee_approx')).toBeNull()
  expect(read('holder', holder, 'value_approx')).toBeNull()
  // The exact one is there.
  expect(read('transaction', { ...fee, gas_token: TOKEN }, 'fee')).toBe('42000000000000000')
})

it('a token that says it has no decimals is counted in its smallest unit', () => {
  expect(read('holder', holder, 'value_approx', { ownToken: { address_hash: TOKEN, decimals: null } })).toBe(
    1500,
  )
  expect(read('holder', holder, 'value_approx', { ownToken: { address_hash: TOKEN, decimals: '3' } })).toBe(
    1.5,
  )
  const celo = { gas_token: { address_hash: TOKEN, decimals: '18' } }
  expect(read('transaction', { ...fee, celo }, 'fee_approx')).toBe(0.042)
})
