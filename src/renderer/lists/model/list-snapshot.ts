/** The state of an open list as a view reads it. Each change makes a new object. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { MissingRows, SourceNotice } from '#shared/lists/page.ts'
import type { LoadAllProgress, OpenList } from '#shared/rpc/contract/lists.ts'

/**
 * `loading`: the first rows are being read; `more`: the next page is being read; `ready`: more rows can be read.
 * `retryAt`: the time of the next automatic attempt, in ms of the monotonic clock; null where there is none.
 */
export type ListState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'more' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly error: ChainglassError; readonly retryAt: number | null }

export interface ListSnapshot {
  readonly state: ListState
  /** Loaded and pending rows, without newer rows that wait. */
  readonly count: number
  /** All rows are loaded, without a gap. */
  readonly isWhole: boolean
  /** Newer rows that wait on top. `gap`: rows between them and the list may be missing. */
  readonly newer: { readonly count: number; readonly gap: boolean }
  readonly notice: SourceNotice | null
  /** In a list of several addresses: addresses whose rows are missing. */
  readonly missing: readonly MissingRows[]
  /**
   * When the source last sent the first page, in ms since 1970, for kept rows that it has not confirmed since. Null
   * once it has.
   */
  readonly readAt: number | null
  /** The error of the request for the current first page, while kept rows are shown. */
  readonly failure: Extract<ListState, { kind: 'error' }> | null
  /** Null while the list is not being read to its end. */
  readonly loadAll: LoadAllProgress | null
}

export const NOTHING_LOADED: ListSnapshot = {
  state: { kind: 'loading' },
  count: 0,
  isWhole: false,
  newer: { count: 0, gap: false },
  notice: null,
  missing: [],
  readAt: null,
  failure: null,
  loadAll: null,
}

/** Makes a snapshot. `now`: time of the monotonic clock at which the core sent `list`. */
export function snapshotOf(list: OpenList, now: number): ListSnapshot {
  const pending = list.pending.filter(({ isMined }) => !isMined).length
  const count = list.loaded + pending - (list.newer.count - list.newer.pending)
  const error = errorOf(list, now)
  const isOld = !list.isCurrent && count > 0
  return {
    state: error && !isOld ? error : restingState(list, count),
    count,
    isWhole: list.isWhole,
    newer: { count: list.newer.count, gap: list.newer.gap },
    notice: list.notice ?? null,
    missing: list.missing ?? [],
    readAt: isOld ? list.readAt : null,
    failure: isOld ? (error ?? null) : null,
    loadAll: list.loadAll ?? null,
  }
}

function errorOf({ error }: OpenList, now: number): Extract<ListState, { kind: 'error' }> | undefined {
  if (!error) return undefined
  const { retryInMs } = error
  return { kind: 'error', error: error.error, retryAt: retryInMs === null ? null : now + retryInMs }
}

function restingState({ isReading, isEnd, readAt }: OpenList, count: number): ListState {
  if (count === 0 && (isReading || readAt === null)) return { kind: 'loading' }
  if (isReading) return { kind: 'more' }
  return { kind: isEnd ? 'end' : 'ready' }
}

export const isLoading = ({ kind }: ListState): boolean => kind === 'loading' || kind === 'more'

/**
 * Whole seconds until the next automatic attempt; undefined where there is none. `now`: of `useMonotonicNow`, which
 * ticks once a second and so is up to a second old. Rounded down, so that the countdown never starts above the true
 * delay.
 */
export const secondsToRetry = (
  { retryAt }: Extract<ListState, { kind: 'error' }>,
  now: number,
): number | undefined => (retryAt === null ? undefined : Math.max(0, Math.floor((retryAt - now) / 1000)))
