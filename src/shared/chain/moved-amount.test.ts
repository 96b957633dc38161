import { expect, test } from 'vitest'
import { movedAmount } from './moved-amount.ts'

test.each([
  ['ERC-721', null, 1n],
  ['ERC-721', '5', 1n],
  ['ERC-1155', '5', 5n],
  ['ERC-1155', null, undefined],
  ['ERC-20', '0', 0n],
  ['ERC-7984', undefined, undefined],
  [null, null, undefined],
])('of a token of the type %s with the value %s', (type, value, amount) => {
  expect(movedAmount({ type }, value)).toBe(amount)
})
