import { expect, test } from 'vitest'
import { WHOLE_AMOUNT, TEXT_AMOUNT } from '../../archive/columns/columns.ts'
import { ExactSums } from './exact-sums.ts'

/** More than doubles could add up in one go. */
const COUNT = 2 ** 23 + 7
const MAX_WHOLE = 2n ** 96n - 1n
const MAX_AMOUNT = 2n ** 256n - 1n

test('millions of the largest amounts add up to the last digit, and other sums stay as they are', () => {
  const all = 0xffff_ffff
  const column = {
    form: Uint8Array.of(WHOLE_AMOUNT, TEXT_AMOUNT),
    low: Uint32Array.of(all, 1),
    high: Uint32Array.of(all, 0),
    top: Uint32Array.of(all, 0),
    textNumbers: Uint32Array.of(0, 1),
    texts: ['', String(MAX_AMOUNT)],
  }
  const sums = new ExactSums()
  for (let added = 0; added < COUNT; added += 1) sums.add(40, column, 0)
  sums.add(40, column, 1)
  sums.add(3, column, 1)
  expect(sums.total(40)).toBe(BigInt(COUNT) * MAX_WHOLE + MAX_AMOUNT)
  expect(sums.countOf(40)).toBe(COUNT + 1)
  expect([sums.total(3), sums.countOf(3)]).toEqual([MAX_AMOUNT, 1])
  expect([sums.total(4), sums.total(9_999)]).toEqual([0n, 0n])
})
