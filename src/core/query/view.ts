/** The rows that match a question, in the order of the answer. */
import { countUntil } from './count-until.ts'
import type { QueriedList } from './row-query.ts'
import type { FoldedRows } from './fold-rows.ts'
import type { BodyPlace } from './lists-in-scope.ts'
import type { MarkCounts, RowMark } from '#shared/rpc/contract/rows.ts'
import type { SortValue } from '#shared/query/sort-values.ts'

/** The position of a row: its list, its body, and its index in the body. */
export interface Place {
  readonly list: QueriedList
  readonly body: BodyPlace
  readonly row: number
  /** The mark of a compared row. */
  readonly mark?: RowMark | undefined
}

/** A gap of a list, below a body. */
export interface PositionedGap {
  readonly list: QueriedList
  readonly above: BodyPlace
  /** Undefined if nothing below is loaded. */
  readonly below: BodyPlace | undefined
  /** Number of rows of the view above it. */
  readonly before: number
}

/** All matching rows in order, at one moment. */
export interface View {
  readonly revision: string
  /** True if they are sorted in descending order. */
  readonly descending: boolean
  readonly lists: readonly QueriedList[]
  readonly count: number
  /** Number of matching rows that are left out, by reason. */
  readonly folded: FoldedRows
  slice(offset: number, limit: number): Place[]
  /** The value that a row is sorted by; undefined if the rows are in the order of their list. */
  valueAt(index: number): SortValue | undefined
  /** Gaps from the top; empty if the rows are not in the order of their lists. */
  readonly gaps: readonly PositionedGap[]
  /** For comparisons: number of matching rows by mark. */
  readonly marks?: MarkCounts
  /** Size in memory, in rows. */
  readonly size: number
}

/** All rows of one list in its own order; no row is examined. */
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

/** The gaps of a list. `before`: number of rows above the end of a body. */
export const gapsIn = (list: QueriedList, before: (above: BodyPlace) => number): readonly PositionedGap[] =>
  list.directory.bodies.flatMap((above, at, bodies): PositionedGap[] => {
    const below = bodies[at + 1]
    return above.after === 'gap' && below ? [{ list, above, below, before: before(above) }] : []
  })

/** Index of the body with the row at this index. */
const bodyAt = (bodies: readonly BodyPlace[], row: number): number =>
  countUntil(bodies.length, (at) => {
    const body = bodies[at]
    return body === undefined || body.start + body.count > row
  })
