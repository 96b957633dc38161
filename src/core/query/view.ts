/** Rows that match a question, in the order of the answer. */
import { countUntil } from './count-until.ts'
import type { QueriedList } from './row-query.ts'
import type { FoldedRows } from './fold-rows.ts'
import type { BodyPlace } from './lists-in-scope.ts'
import type { MarkCounts, RowMark } from '#shared/rpc/contract/rows.ts'
import type { SortValue } from '#shared/query/sort-values.ts'

/** Rows of one body, in the order of the answer. */
export interface Place {
  readonly list: QueriedList
  readonly body: BodyPlace
  readonly row: number
  /** Where it is compared with another list. */
  readonly mark?: RowMark | undefined
}

/** What is not loaded of a list below a body. */
export interface PlacedGap {
  readonly list: QueriedList
  readonly above: BodyPlace
  /** Undefined where nothing below is loaded. */
  readonly below: BodyPlace | undefined
  /** So many rows of the view stand above it. */
  readonly before: number
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
  /** From the top; none where they are in another order than their lists. */
  readonly gaps: readonly PlacedGap[]
  /** Where they are compared with another list: how many of all that match have which mark. */
  readonly marks?: MarkCounts
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
    gaps: gapsIn(list, ({ start, count: rows }) => start + rows),
    size: 1,
  }
}

/** Between what is loaded of a list. `before`: how many rows stand above the end of a body. */
export const gapsIn = (list: QueriedList, before: (above: BodyPlace) => number): readonly PlacedGap[] =>
  list.directory.bodies.flatMap((above, at, bodies): PlacedGap[] => {
    const below = bodies[at + 1]
    return above.after === 'gap' && below ? [{ list, above, below, before: before(above) }] : []
  })

/** The number of the body that the row at this place is in. */
const bodyAt = (bodies: readonly BodyPlace[], row: number): number =>
  countUntil(bodies.length, (at) => {
    const body = bodies[at]
    return body === undefined || body.start + body.count > row
  })
