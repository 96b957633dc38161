/** Compares the order of rows by their keys with a plain sort. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neverYield } from '../time-slices.ts'
import { firstByKey, orderByKeys } from './sort-rows.ts'

const whole = fc.integer({ min: -5, max: 5 })
const key = fc.oneof(
  fc.array(fc.oneof(fc.nat(50), fc.constant(NaN)), { minLength: 100, maxLength: 400 }),
  fc.array(fc.oneof(whole, fc.constant(NaN))),
  fc.array(fc.oneof(fc.integer(), fc.constantFrom(2 ** 31 - 1, -(2 ** 31), -0))),
  fc.array(fc.oneof(fc.double({ noDefaultInfinity: true }), fc.constantFrom(2 ** 31, 2 ** 53, 0.5))),
)

/** Stable sort, rows without a key last. */
const plainly = (keys: readonly number[], descending: boolean) => {
  const rows = [...keys.keys()]
  const known = rows.filter((row) => !Number.isNaN(keys[row]))
  known.sort((one, other) => ((keys[one] ?? 0) - (keys[other] ?? 0)) * (descending ? -1 : 1))
  return [...known, ...rows.filter((row) => Number.isNaN(keys[row]))]
}

test('numbers are in order in both directions, and those that are equal stay as they were', async () => {
  await fc.assert(
    fc.asyncProperty(key, fc.boolean(), async (numbers, descending) => {
      const order = await orderByKeys([Float64Array.from(numbers)], descending, neverYield)
      expect([...order]).toEqual(plainly(numbers, descending))
    }),
  )
})

test('the first of them are those that the whole order begins with', () => {
  fc.assert(
    fc.property(key, fc.boolean(), fc.integer({ min: 1, max: 20 }), (numbers, descending, count) => {
      const first = firstByKey(Float64Array.from(numbers), descending, count)
      expect([...first]).toEqual(plainly(numbers, descending).slice(0, count))
    }),
  )
})
