/** What a view knows of a list that is being read: a new object whenever any of it changes. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { MissingRows, SourceNotice } from '#shared/lists/page.ts'

/** `ready`: there is a next page. `retryAt`: when it goes on by itself, in ms of the monotonic clock; null: not by itself. */
export type ListState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'more' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly error: ChainglassError; readonly retryAt: number | null }

/** How far "load all" has come: requests answered, rows read and time gone since it began. */
export interface LoadAllProgress {
  readonly requests: number
  readonly rows: number
  readonly ms: number
}

export interface KeptRows {
  /** When the source gave them, in ms since 1970. */
  readonly readAt: number
  /** It was asked in vain, and goes on by itself at `retryAt` (as in `ListState`). */
  readonly failure: Extract<ListState, { kind: 'error' }> | null
}

export interface ListSnapshot {
  readonly state: ListState
  /** Rows loaded. */
  readonly count: number
  /** Newer rows that wait; `gap`: there may be further ones between them and the list. */
  readonly newer: { readonly count: number; readonly gap: boolean }
  readonly notice: SourceNotice | null
  /** Of several addresses as one: whose rows are missing somewhere. */
  readonly missing: readonly MissingRows[]
  /** The rows come from the archive, and the source has not said yet how the list begins now. Null: it has. */
  readonly kept: KeptRows | null
  /** Null while nothing is read to the end. */
  readonly loadAll: LoadAllProgress | null
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
