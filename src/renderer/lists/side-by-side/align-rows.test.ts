import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { alignedTop, nearestRow, placeRows } from './align-rows.ts'
import { comparePlaces, placesOf, type RowPlace } from './row-place.ts'

const placeOf = placesOf({ list: 'address-transactions', filters: {}, others: undefined }, false)!
/** A transaction for each number, three in each block; null: a row without a place. */
const rowOf = (n: number | null, at: number): GridRow =>
  n === null
    ? { kind: 'gap', key: `g${String(at)}`, gap: { from: null, to: null } }
    : { kind: 'item', key: `t${String(n)}`, item: { block_number: Math.floor(n / 3), position: n % 3 } }
const listOf = (numbers: readonly (number | null)[]) =>
  placeRows({ count: numbers.length, at: (index) => rowOf(numbers[index] ?? null, index) }, placeOf)
const newestFirst = (numbers: readonly number[]) => [...numbers].sort((one, other) => other - one)
const numbers = (min: number) => fc.array(fc.nat(300), { minLength: min, maxLength: 60 }).map(newestFirst)
/** With rows without a place among them. */
const holed = numbers(1).chain((list) =>
  fc
    .array(fc.nat(list.length), { maxLength: 8 })
    .map((at) => at.reduce<(number | null)[]>((rows, place) => rows.toSpliced(place, 0, null), list)),
)
const distance = (one: RowPlace, other: RowPlace) => Math.abs(one.at - other.at)

describe('the row beside a place', () => {
  test('is as near as any other, by block', () => {
    fc.assert(
      fc.property(numbers(1), fc.nat(300), (list, n) => {
        const rows = listOf(list)
        const wanted = placeOf(rowOf(n, 0))!
        const found = distance(rows.placeAt(nearestRow(rows, wanted)), wanted)
        for (let index = 0; index < rows.count; index += 1)
          expect(found).toBeLessThanOrEqual(distance(rows.placeAt(index), wanted))
      }),
    )
  })
  test('is the row itself where the list has it', () => {
    fc.assert(
      fc.property(numbers(1), (list) => {
        const rows = listOf(list)
        for (const n of list) {
          const wanted = placeOf(rowOf(n, 0))!
          expect(comparePlaces(rows.placeAt(nearestRow(rows, wanted)), wanted)).toBe(0)
        }
      }),
    )
  })
})

describe('two lists side by side', () => {
  test('one is never scrolled back while the other goes on, whatever rows have no place', () => {
    fc.assert(
      fc.property(holed, holed, (one, other) => {
        const [from, to] = [listOf(one), listOf(other)]
        let before = 0
        for (let top = 0; top <= from.count; top += 0.25) {
          const now = alignedTop(top, from, to)
          expect(now).toBeGreaterThanOrEqual(before)
          expect(now).toBeLessThanOrEqual(to.count - 1)
          before = now
        }
      }),
    )
  })
  test('at a whole row the nearest row is on top; the same list is at the same place', () => {
    fc.assert(
      fc.property(numbers(2), numbers(1), (one, other) => {
        const [from, to] = [listOf([...new Set(one)]), listOf(other)]
        for (let row = 0; row < from.count; row += 1)
          expect(alignedTop(row, from, to)).toBe(nearestRow(to, from.placeAt(row)))
        for (let top = 0; top <= from.count - 1; top += 0.5) expect(alignedTop(top, from, from)).toBe(top)
      }),
    )
  })
  test('without rows there is nowhere to go', () => {
    expect(alignedTop(3, listOf([]), listOf([1]))).toBe(0)
    expect(alignedTop(3, listOf([1]), listOf([]))).toBe(0)
  })
})
