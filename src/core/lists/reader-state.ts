/** What is told of the reading of a list. */
import type { Cursor, MissingRows, Page } from '#shared/lists/page.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { ListGap, LoadAllProgress, OpenList, PendingRow } from '#shared/rpc/contract/lists.ts'
import type { WalkProblem } from '../read/walk-list.ts'
import { isPending } from '../rows/loaded-rows.ts'
import type { Coverage } from '../rows/read-pages.ts'

/** What is here of it. */
export interface ReaderState extends Pick<
  OpenList,
  'loaded' | 'isWhole' | 'isReading' | 'isEnd' | 'readAt' | 'isCurrent' | 'pending' | 'notice' | 'error'
> {
  /** Null where nothing is here. */
  readonly list: { readonly id: number; readonly changed: number } | null
  readonly gaps: readonly ListGap[]
  /** The lowest block that is here; null where there is none. */
  readonly bottom: number | null
  /** Rows above the first gap. */
  readonly rowsAtHead: number
  readonly loadAll: LoadAllProgress | undefined
  /** Of a list that is made of those of several addresses: whose rows are missing from it. */
  readonly missing?: readonly MissingRows[]
}

/** A list that was closed while it was known how it begins. */
export interface LeftList {
  readonly pending: readonly PendingRow[]
  /** Of the monotonic clock, ms. */
  readonly at: number
}

export const pendingRowsOf = ({ items, keys }: Page): readonly PendingRow[] =>
  items.flatMap((item, at) => {
    const key = keys[at]
    return key !== undefined && isPending(item as Readonly<Record<string, unknown>>)
      ? [{ key, item: item as PendingRow['item'] }]
      : []
  })

const MAX_PENDING_ROWS = 1_000

/** They can fill more than a page. */
export function joinPending(rows: readonly PendingRow[], more: readonly PendingRow[]): readonly PendingRow[] {
  const known = new Set(rows.map(({ key }) => key))
  return [...rows, ...more.filter(({ key }) => !known.has(key))].slice(0, MAX_PENDING_ROWS)
}

export const gapsBetween = (intervals: Coverage['intervals']): readonly ListGap[] =>
  intervals.slice(1).flatMap(({ top }, at) => {
    const above = intervals[at]
    return above?.cursor ? [{ from: above.bottom, to: top, cursor: above.cursor }] : []
  })

export const progressOf = ({ requests, rows, ms }: LoadAllProgress): LoadAllProgress => ({
  requests,
  rows,
  ms,
})

/** As a window is told of it. */
export function errorOf({ kind }: WalkProblem): ChainglassError {
  switch (kind) {
    case 'no_room':
      return { code: 'storage', kind: 'full', target: 'archive' }
    case 'not_kept':
      return { code: 'storage', kind: 'unreachable', target: 'archive' }
    case 'unsteady':
    case 'notice':
      return { code: 'bad_response', kind: 'cursor_repeats' }
  }
}

/** What a reader does, one at a time. */
export type Work =
  | { readonly kind: 'head'; readonly isAnew: boolean }
  /** Of those whose rows are missing. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'more' }
  | { readonly kind: 'gap'; readonly cursor: Cursor }
  | { readonly kind: 'all' }

export interface Failure {
  readonly work: Work
  readonly error: ChainglassError
  /** Of the monotonic clock, ms; null where it is not tried again by itself. */
  readonly retryAt: number | null
}

export const errorIn = ({ error, retryAt }: Failure): NonNullable<OpenList['error']> => ({
  error,
  retryInMs: retryAt === null ? null : Math.max(0, Math.round(retryAt - performance.now())),
})
