/** Merges rows of several kinds into one list, by the values they are sorted by. */
import { compareValues, type SortValue } from '#shared/query/sort-values.ts'
import type { Place, View } from '../view.ts'
import type { YieldIfDue } from '../time-slices.ts'

export interface MergedViews {
  readonly views: readonly View[]
  slice(offset: number, limit: number): Place[]
}

/** Number of rows merged before others may get their turn. */
const ROWS_AT_ONCE = 10_000

export async function mergeViews(views: readonly View[], yieldIfDue: YieldIfDue): Promise<MergedViews> {
  const total = views.reduce((sum, { count }) => sum + count, 0)
  /** By row: the index of its view, and its index there. */
  const viewOf = new Uint8Array(total)
  const placeOf = new Uint32Array(total)
  const next = views.map(() => 0)
  const values = views.map((view): SortValue | undefined => (view.count > 0 ? view.valueAt(0) : undefined))
  for (let row = 0; row < total; row += 1) {
    const at = firstOf(views, next, values)
    viewOf[row] = at
    const place = next[at] ?? 0
    placeOf[row] = place
    next[at] = place + 1
    const view = views[at]
    values[at] = view && place + 1 < view.count ? view.valueAt(place + 1) : undefined
    if (row % ROWS_AT_ONCE === 0) await yieldIfDue()
  }
  return {
    views,
    slice: (offset, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => {
        const row = offset + at
        return views[viewOf[row] ?? 0]?.slice(placeOf[row] ?? 0, 1)[0]
      }).filter((place) => place !== undefined),
  }
}

/** Index of the view whose next row comes first; the first view of two equal ones. */
function firstOf(
  views: readonly View[],
  next: readonly number[],
  values: readonly (SortValue | undefined)[],
): number {
  let first = -1
  for (const [at, { count, descending }] of views.entries()) {
    if ((next[at] ?? 0) >= count) continue
    if (first < 0 || compareValues(values[at], values[first], descending) < 0) first = at
  }
  return Math.max(0, first)
}
