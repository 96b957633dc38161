/** The state of a list's reader. */
import type { MissingRows, Page } from '#shared/lists/page.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { ListGap, LoadAllProgress, OpenList, PendingRow } from '#shared/rpc/contract/lists.ts'
import type { PagingProblem } from '../read/page-through-list.ts'
import { isPending } from '../rows/loaded-rows.ts'
import type { Coverage } from '../rows/read-pages.ts'
import type { WorkState } from './work-state.ts'

/** The loaded part of a list, and the state of its reading. */
export interface ReaderState extends Pick<
  OpenList,
  'loaded' | 'isWhole' | 'isReading' | 'isEnd' | 'readAt' | 'isCurrent' | 'pending' | 'notice' | 'error'
> {
  /** Null if nothing is loaded. */
  readonly list: { readonly id: number; readonly changed: number } | null
  readonly gaps: readonly ListGap[]
  /** The lowest loaded block; null if there is none. */
  readonly bottom: number | null
  /** Number of rows above the first gap. */
  readonly rowsAtHead: number
  readonly loadAll: LoadAllProgress | undefined
  /** For a combined list: the addresses whose rows are missing. */
  readonly missing?: readonly MissingRows[]
}

/** The state of a list when it was closed, if its beginning was known. */
export interface LeftList {
  readonly pending: readonly PendingRow[]
  /** Monotonic clock, in ms. */
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

/** Joins pending rows, because they may fill more than one page. */
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

/** The error that a window gets. */
export function errorOf({ kind }: PagingProblem): ChainglassError {
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

type Failure = Extract<WorkState, { is: 'failed' }>

export const errorIn = ({ error, retryAt }: Failure): NonNullable<OpenList['error']> => ({
  error,
  retryInMs: retryAt === null ? null : Math.max(0, Math.round(retryAt - performance.now())),
})
