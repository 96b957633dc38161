/** Which row of one list is beside which of another. */
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { comparePlaces, FIRST_PLACE, type PlaceOf, type RowPlace } from './row-place.ts'

/** The rows of a list as they are shown. */
export interface PlacedList {
  readonly count: number
  placeAt(index: number): RowPlace
}

/** So many rows without a place are passed over to find one that has one. */
const MAX_PASSED = 200

/** A row without a place stands where the last one above it does that has one. */
export function placeRows(
  rows: { readonly count: number; at(index: number): GridRow | undefined },
  placeOf: PlaceOf,
): PlacedList {
  return {
    count: rows.count,
    placeAt(index) {
      for (let above = index; above >= Math.max(0, index - MAX_PASSED); above -= 1) {
        const row = rows.at(above)
        const place = row && placeOf(row)
        if (place) return place
      }
      return FIRST_PLACE
    },
  }
}

/** The row nearest to a place: of two that are as near, the one further down. `list` has rows. */
export function nearestRow(list: PlacedList, wanted: RowPlace): number {
  let low = 0
  let high = list.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (comparePlaces(list.placeAt(middle), wanted) < 0) low = middle + 1
    else high = middle
  }
  if (low === 0) return 0
  if (low === list.count) return low - 1
  return isNearer(list.placeAt(low - 1), list.placeAt(low), wanted) ? low - 1 : low
}

/** Of a row before a place and one at it or behind it. Rows within the same block are told apart by their index. */
function isNearer(before: RowPlace, behind: RowPlace, wanted: RowPlace): boolean {
  const up = wanted.at - before.at
  const down = behind.at - wanted.at
  if (up !== down) return up < down
  return up === 0 && wanted.index - before.index < behind.index - wanted.index
}

/**
 * How far `to` is scrolled beside `from`, each in its rows: 2.5 is the middle of the third row. Between two rows of the
 * one it moves on between their rows of the other, so that nothing jumps while it is scrolled.
 */
export function alignedTop(top: number, from: PlacedList, to: PlacedList): number {
  if (from.count === 0 || to.count === 0) return 0
  const first = Math.min(Math.max(0, Math.floor(top)), from.count - 1)
  const row = nearestRow(to, from.placeAt(first))
  const next = first + 1 < from.count ? nearestRow(to, from.placeAt(first + 1)) : row
  return row + (next - row) * Math.min(1, Math.max(0, top - first))
}
