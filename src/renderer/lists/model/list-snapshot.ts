/** What a view knows of a list that is open: a new object whenever any of it changes. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { MissingRows, SourceNotice } from '#shared/lists/page.ts'
import type { LoadAllProgress, OpenList } from '#shared/rpc/contract/lists.ts'

/**
 * `loading`: its first rows are on their way; `more`: further ones; `ready`: there are further ones. `retryAt`: when it goes
 * on by itself, in ms of the monotonic clock; null: not by itself.
 */
export type ListState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'more' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly error: ChainglassError; readonly retryAt: number | null }

export interface ListSnapshot {
  readonly state: ListState
  /** Rows that are loaded, pending ones included, without those that wait. */
  readonly count: number
  /** All there are, without a gap. */
  readonly isWhole: boolean
  /** Newer rows that wait; `gap`: there may be further ones between them and the list. */
  readonly newer: { readonly count: number; readonly gap: boolean }
  readonly notice: SourceNotice | null
  /** Of several addresses as one: whose rows are missing. */
  readonly missing: readonly MissingRows[]
  /** The source has not said yet how the list begins now: when it did last, in ms since 1970. Null: it has. */
  readonly readAt: number | null
  /** It was asked that in vain, and rows of before are here. */
  readonly failure: Extract<ListState, { kind: 'error' }> | null
  /** Null while nothing is read to the end. */
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

/** `now`: of the monotonic clock, when the core told `list`. */
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
 * Whole seconds until it goes on by itself; undefined where it does not. `now`: of `useMonotonicNow`, which ticks once a
 * second, so up to a second old. Rounded down, the countdown never starts above the true delay.
 */
export const secondsToRetry = (
  { retryAt }: Extract<ListState, { kind: 'error' }>,
  now: number,
): number | undefined => (retryAt === null ? undefined : Math.max(0, Math.floor((retryAt - now) / 1000)))
