import { expect, it } from 'vitest'
import { readConditions } from './conditions.ts'

const candidate = {
  from: 'a',
  to: 'b',
  token: 't',
  tokenType: 'ERC-20',
  selector: null,
  methodName: () => null,
  isInteraction: () => false,
}
const has = (least: string, amount: bigint, decimals: number) =>
  readConditions({ amount_from: least }, (hash) => hash).matches({ ...candidate, amount, decimals })

it.each([
  ['units', 18, '1.5', 15n * 10n ** 17n],
  ['at most 77 decimals', 77, '1', 10n ** 77n],
  ['its smallest unit with more decimals', 78, '5', 5n],
  ['its smallest unit without decimals', 0, '5', 5n],
])('an amount is of a token in %s', (_, decimals, least, amount) => {
  expect(has(least, amount, decimals)).toBe(true)
  expect(has(least, amount - 1n, decimals)).toBe(false)
})

it('an amount is none of a token whose decimals are no number of digits', () => {
  expect(has('0', 5n, -1)).toBe(false)
})
