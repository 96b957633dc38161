import { expect, test } from 'vitest'
import type { Transaction } from '#shared/chain/transaction.ts'
import { formatGas, headerFacts } from './transaction-facts.ts'

const COIN = { symbol: 'ETH', decimals: 18 }

test('the header has block and fee, the fee exact in its tooltip', () => {
  const transaction = {
    hash: '0x1',
    block_number: 21_204_118,
    fee: { value: '412345678901234' },
  } as unknown as Transaction
  expect(headerFacts('eth', transaction, COIN)).toEqual([
    {
      name: 'Block',
      value: '21,204,118',
      exact: '21204118',
      to: { name: 'block', params: { source: 'eth', block: '21204118' } },
    },
    { name: 'Fee', value: '0.000412… ETH', exact: '0.000412345678901234 ETH' },
  ])
  expect(headerFacts('eth', undefined, COIN)).toEqual([])
})

test('gas: used, limit and share, as far as they are known', () => {
  expect(formatGas({ gas_used: '21000', gas_limit: '50000' })).toBe('21,000 of 50,000 · 42 %')
  expect(formatGas({ gas_used: '21000', gas_limit: null })).toBe('21,000')
  expect(formatGas({ gas_used: null, gas_limit: '50000' })).toBe('limit 50,000')
  expect(formatGas({})).toBeUndefined()
})
