/** Rows that match a question, in the order of the answer. */
import type { QueriedList } from './row-query.ts'
import type { FoldedRows } from './fold-rows.ts'
import type { BodyPlace } from './lists-in-scope.ts'
import type { SortValue } from '#shared/query/sort-values.ts'

/** Rows of one body, in the order of the answer. */
export interface Place {
  readonly list: QueriedList
  readonly body: BodyPlace
  readonly row: number
}

/** All that match, in order, as they were at one moment. */
export interface View {
  readonly revision: string
  /** Where they are sorted. */
  readonly descending: boolean
  readonly lists: readonly QueriedList[]
  readonly count: number
  /** Rows that match and are left out. */
  readonly folded: FoldedRows
  slice(offset: number, limit: number): Place[]
  /** What the row at this index is sorted by; undefined where they are in the order of their list. */
  valueAt(index: number): SortValue | undefined
  /** How many of them stand above the end of each body of the first list; undefined where they are in another order. */
  readonly ends: readonly number[] | undefined
  /** What it takes of memory, in rows. */
  readonly size: number
}

/** All rows of one list in its own order: nothing has to be looked at. */
export function wholeList(revision: string, list: QueriedList, descending: boolean): View {
  const { bodies, rows: count } = list.directory
  return {
    revision,
    descending,
    lists: [list],
    count,
    folded: { scam: 0, imitations: 0 },
    slice(offset, limit) {
      const places: Place[] = []
      for (let at = bodyAt(bodies, offset); places.length < limit; at += 1) {
        const body = bodies[at]
        if (!body) break
        const end = Math.min(body.count, offset + limit - body.start)
        for (let row = Math.max(0, offset - body.start); row < end; row += 1) places.push({ list, body, row })
      }
      return places
    },
    valueAt: () => undefined,
    ends: bodies.map(({ start, count: rows }) => start + rows),
    size: 1,
  }
}

/** The number of the body that the row at this place is in. */
function bodyAt(bodies: readonly BodyPlace[], row: number): number {
  let [low, high] = [0, bodies.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const body = bodies[middle]
    if (body && body.start + body.count <= row) low = middle + 1
    else high = middle
  }
  return low
}
