/** The states of the reader of an open list and the transitions between them, drawn in README.md. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { Cursor } from '#shared/lists/page.ts'

/** The kinds of work of a reader, which does one at a time. */
export type Work =
  | { readonly kind: 'head'; readonly isAnew: boolean }
  /** Reads the addresses whose rows are missing. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'more' }
  | { readonly kind: 'gap'; readonly cursor: Cursor }
  | { readonly kind: 'all' }

/** `retryAt`: on the monotonic clock, in ms; null if there is no automatic retry. */
export type WorkState =
  | { readonly is: 'idle' }
  | { readonly is: 'reading'; readonly work: Work; readonly ended: AbortController }
  | {
      readonly is: 'failed'
      readonly work: Work
      readonly error: ChainglassError
      readonly retryAt: number | null
    }
  /** Some addresses of a combined list did not answer. */
  | { readonly is: 'incomplete'; readonly retryAt: number }

export type WorkEvent =
  | { readonly is: 'start'; readonly work: Work; readonly ended: AbortController }
  /** `retryAt`: null if no address is asked again. */
  | { readonly is: 'done'; readonly retryAt: number | null }
  | { readonly is: 'failed'; readonly error: ChainglassError; readonly retryAt: number | null }
  /** Nobody wants the work that is being done. */
  | { readonly is: 'cancel' }
  /** The reason of the failure may be gone, or nobody wants the work that failed. */
  | { readonly is: 'forget' }

export const IDLE: WorkState = { is: 'idle' }

/** The same state where the event changes nothing. */
export function nextWorkState(state: WorkState, event: WorkEvent): WorkState {
  switch (event.is) {
    case 'start':
      return state.is === 'reading' ? state : { is: 'reading', work: event.work, ended: event.ended }
    case 'done':
      if (state.is !== 'reading') return state
      return event.retryAt === null ? IDLE : { is: 'incomplete', retryAt: event.retryAt }
    case 'failed':
      if (state.is !== 'reading') return state
      return { is: 'failed', work: state.work, error: event.error, retryAt: event.retryAt }
    case 'cancel':
      return state.is === 'reading' ? IDLE : state
    case 'forget':
      return state.is === 'failed' || state.is === 'incomplete' ? IDLE : state
  }
}

/** Nothing is being read, and no failure has to be shown. */
export const isFree = ({ is }: WorkState) => is === 'idle' || is === 'incomplete'

export const isOf = (state: WorkState, is: 'reading' | 'failed', kind: Work['kind']) =>
  state.is === is && state.work.kind === kind
