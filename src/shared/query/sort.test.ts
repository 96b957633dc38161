import { expect, test } from 'vitest'
import { sortValue } from './sort.ts'
import { compareValues } from './sort-values.ts'
import type { RowContext } from './row-fields.ts'

const CONTEXT: RowContext = {
  ownAddress: undefined,
  ownToken: undefined,
  coin: { symbol: 'ETH', decimals: 18 },
  labels: new Map(),
  zone: 'utc',
}
const nameOf = sortValue('token', 'item.name', CONTEXT)

test('a member is sorted as the number that it is, exactly as far as amounts go', () => {
  const amounts = ['9'.repeat(78), `${'9'.repeat(77)}8`, '-1', '0', '1e3', '12.5']
  const sorted = amounts.toSorted((one, other) =>
    compareValues(nameOf({ name: one }), nameOf({ name: other }), false),
  )
  expect(sorted).toEqual(['-1', '0', '12.5', '1e3', `${'9'.repeat(77)}8`, '9'.repeat(78)])
})

test('a name of very many digits is no exact number, which would take a second to read', () => {
  expect(nameOf({ name: '9'.repeat(101) })).toBeTypeOf('number')
  expect(nameOf({ name: '9'.repeat(100_000) })).toBe(Infinity)
})
