import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { alignedTop, placeAt, placesOf } from './row-place.ts'

const TRANSACTIONS = { list: 'address-transactions', filters: {} } as const
const placeOf = placesOf(TRANSACTIONS, false)!
const item = (fields: object): GridRow => ({ kind: 'item', key: 'k', item: fields })
const gap: GridRow = { kind: 'gap', key: 'g', gap: { from: null, to: null } }

test('a row is placed by its block and its number in it; a pending one, or none at all, has no place', () => {
  expect(placeOf(item({ block_number: 7, position: 2 }))).toEqual({ block: 7, index: 2 })
  expect(placeOf(item({ block_number: 7 }))).toEqual({ block: 7, index: null })
  expect(placeOf(item({ block_number: null }))).toBeUndefined()
  expect(placeOf(item({ block_number: 'seven' }))).toBeUndefined()
  expect(placeOf(gap)).toBeUndefined()
})

test('a list that its source sorts has no order of the chain; two chains are compared by time', () => {
  expect(placesOf({ ...TRANSACTIONS, filters: { sort: 'value' } }, false)).toBeNull()
  expect(placesOf({ ...TRANSACTIONS, list: 'address-tokens' }, false)).toBeNull()
  const byTime = placesOf(TRANSACTIONS, true)!
  expect(byTime(item({ timestamp: '1970-01-01T00:00:01Z' }))).toEqual({ time: 1000 })
  expect(byTime(item({ timestamp: null }))).toBeUndefined()
  expect(byTime(item({ timestamp: 'soon' }))).toBeUndefined()
})

test('a row without a place stands where the last one above it does that has one', () => {
  const rows = [gap, item({ block_number: 9 }), gap, gap, undefined, gap]
  const at = (index: number) => placeAt({ count: rows.length, at: (row) => rows[row] }, index, placeOf)
  expect([0, 1, 3].map(at)).toEqual([null, { block: 9, index: null }, { block: 9, index: null }])
  // A row that is not loaded may have a position.
  expect([4, 5].map(at)).toEqual([undefined, undefined])
})

describe('two lists side by side', () => {
  /** For each row of one list, the row of the other list beside it. */
  const beside = fc
    .array(fc.nat(50), { minLength: 1, maxLength: 60 })
    .map((rows) => [...rows].sort((one, other) => one - other))
  const topOf = (rows: readonly number[], top: number) => {
    const row = rows[Math.floor(top)]!
    return alignedTop(top, row, rows[Math.floor(top) + 1] ?? row)
  }

  test('one is never scrolled back while the other goes on, and at a whole row the nearest row is on top', () => {
    fc.assert(
      fc.property(beside, (rows) => {
        let before = 0
        for (let top = 0; top < rows.length; top += 0.25) {
          const now = topOf(rows, top)
          expect(now).toBeGreaterThanOrEqual(before)
          expect(now).toBeLessThanOrEqual(rows.at(-1)!)
          if (Number.isInteger(top)) expect(now).toBe(rows[top])
          before = now
        }
      }),
    )
  })
  test('the same list is at the same place', () => {
    const same = Array.from({ length: 20 }, (_, row) => row)
    for (let top = 0; top <= 19; top += 0.5) expect(topOf(same, top)).toBe(top)
  })
})
