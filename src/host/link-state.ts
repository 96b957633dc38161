/** The states of the link to the core's process and the transitions between them, drawn in README.md. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { CoreProcess, Frame, ToCore } from './link-messages.ts'

export interface Run<F extends Frame> {
  readonly process: CoreProcess<F>
  readonly exited: Promise<undefined>
}

interface Past {
  /** Cores that crashed since one was healthy. */
  readonly deaths: number
  /** A core was ready once: whatever ends a later one passes. */
  readonly wasReady: boolean
}

/** `queued`: what windows sent meanwhile. */
export type LinkState<F extends Frame> = Past &
  (
    | {
        readonly is: 'starting'
        readonly run: Run<F>
        readonly queued: ToCore<F>[]
        /** Why it can't run, though a core before it ran. */
        readonly error?: ChainglassError
      }
    | { readonly is: 'ready'; readonly run: Run<F> }
    | { readonly is: 'waiting'; readonly ms: number; readonly queued: ToCore<F>[] }
    | { readonly is: 'failed'; readonly run: Run<F> | null; readonly reason: string }
    | { readonly is: 'closed'; readonly run: Run<F> | null }
  )

export type LinkEvent<F extends Frame> =
  | { readonly is: 'started'; readonly run: Run<F> }
  | { readonly is: 'ready' | 'healthy' | 'exited' | 'close' }
  /** The core says why it can't run; `reason` is a sentence. */
  | { readonly is: 'startFailed'; readonly reason: string; readonly error: ChainglassError }

/** Delays before successive restarts, in ms, so that a core that always dies at once does not use up the machine. */
const RESTART_DELAYS_MS = [0, 500, 1_000, 2_000, 5_000]
/** After this many deaths before it was ever ready, the core is not restarted automatically. */
const MAX_DEATHS_AT_START = 3
const NEVER_READY = `Chainglass could not start: its core ended ${String(MAX_DEATHS_AT_START)} times before it was ready.`

export const beforeStart = <F extends Frame>(): LinkState<F> => ({
  is: 'waiting',
  ms: 0,
  queued: [],
  deaths: 0,
  wasReady: false,
})

/** The same state where the event changes nothing. */
export function nextLinkState<F extends Frame>(state: LinkState<F>, event: LinkEvent<F>): LinkState<F> {
  const { deaths, wasReady } = state
  const run = state.is === 'waiting' ? null : state.run
  switch (event.is) {
    case 'started':
      if (state.is !== 'waiting') return state
      return { is: 'starting', run: event.run, queued: state.queued, deaths, wasReady }
    case 'ready':
      return state.is === 'starting' ? { is: 'ready', run: state.run, deaths, wasReady: true } : state
    case 'healthy':
      return state.is === 'ready' ? { ...state, deaths: 0 } : state
    case 'startFailed':
      if (state.is !== 'starting') return state
      if (wasReady) return { ...state, error: event.error }
      return { is: 'failed', run, reason: event.reason, deaths, wasReady }
    case 'exited':
      return afterExit(state)
    case 'close':
      return state.is === 'closed' ? state : { is: 'closed', run, deaths, wasReady }
  }
}

function afterExit<F extends Frame>(state: LinkState<F>): LinkState<F> {
  if (state.is === 'waiting') return state
  if (state.is === 'failed' || state.is === 'closed') return { ...state, run: null }
  const { wasReady } = state
  const deaths = state.deaths + 1
  if (!wasReady && deaths === MAX_DEATHS_AT_START)
    return { is: 'failed', run: null, reason: NEVER_READY, deaths, wasReady }
  const ms = RESTART_DELAYS_MS[Math.min(deaths, RESTART_DELAYS_MS.length) - 1] ?? 0
  return { is: 'waiting', ms, queued: [], deaths, wasReady }
}
