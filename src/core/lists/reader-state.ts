/** What is told of the reading of a list. */
import type { MissingRows, Page } from '#shared/lists/page.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { ListGap, LoadAllProgress, OpenList, PendingRow } from '#shared/rpc/contract/lists.ts'
import type { WalkProblem } from '../keep/walk-list.ts'
import { isPending } from '../rows/held-rows.ts'

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

export interface FailedReading {
  readonly error: ChainglassError
  /** Of the monotonic clock, ms; null where it is not tried again by itself. */
  readonly retryAt: number | null
}

export const errorIn = ({ error, retryAt }: FailedReading): NonNullable<OpenList['error']> => ({
  error,
  retryInMs: retryAt === null ? null : Math.max(0, Math.round(retryAt - performance.now())),
})
