/** The states of a follower and the transitions between them, drawn in README.md. */
import type { NodeStatus } from '#shared/node-status.ts'
import type { ChainProgress } from '../../chain-reader.ts'
import type { BackgroundLoop } from '../sync/background-loop.ts'
import type { HeadWatcher } from '../sync/head-watcher.ts'
import type { SyncContext } from '../sync/sync-context.ts'

/** A node that responds, and what works with it. Whoever takes it out of the state closes it. */
export interface Link {
  readonly context: SyncContext
  readonly heads: HeadWatcher
  readonly background: BackgroundLoop
}

export type FollowState =
  /** A connection is being made. */
  | { readonly is: 'apart'; readonly link: null }
  /** `following` from the first time on that all blocks were read over this link: the background works only then. */
  | { readonly is: 'syncing' | 'following'; readonly link: Link }
  /** The error is being dealt with. */
  | { readonly is: 'failed'; readonly link: Link | null; readonly error: Error }
  /** The error has been dealt with; the next attempt comes after `ms`. */
  | { readonly is: 'waiting'; readonly link: Link | null; readonly ms: number }
  /** With an error, this is dealt with all the same. */
  | { readonly is: 'paused'; readonly link: Link | null; readonly error: Error | null }
  | { readonly is: 'closed'; readonly link: Link | null }

export type FollowEvent =
  | { readonly is: 'connected'; readonly link: Link }
  | { readonly is: 'caughtUp' | 'waited' | 'pause' | 'resume' | 'close' }
  /** An error that the sync, the background or a reader found. */
  | { readonly is: 'failed'; readonly error: unknown }
  /** The part of the link that is left, and the milliseconds until the next attempt. */
  | { readonly is: 'recovered'; readonly link: Link | null; readonly ms: number }

/** The same state where the event changes nothing: a link that came with it is closed by who gave it. */
export function nextState(state: FollowState, event: FollowEvent): FollowState {
  const { link } = state
  switch (event.is) {
    case 'connected':
      if (state.is === 'apart') return goOn(event.link)
      return link ? state : { ...state, link: event.link }
    case 'caughtUp':
      return state.is === 'syncing' ? { is: 'following', link: state.link } : state
    case 'failed':
      return fail(state, event.error instanceof Error ? event.error : new Error(String(event.error)))
    case 'recovered':
      if (state.is === 'paused') return { is: 'paused', link: event.link, error: null }
      if (state.is === 'closed') return { is: 'closed', link: event.link }
      if (state.is !== 'failed') return state
      return event.ms > 0 ? { is: 'waiting', link: event.link, ms: event.ms } : goOn(event.link)
    case 'waited':
      return state.is === 'waiting' ? goOn(link) : state
    case 'pause':
      if (state.is === 'paused' || state.is === 'closed') return state
      return { is: 'paused', link, error: state.is === 'failed' ? state.error : null }
    case 'resume':
      if (state.is !== 'paused') return state
      return state.error ? { is: 'failed', link, error: state.error } : goOn(link)
    case 'close':
      return state.is === 'closed' ? state : { is: 'closed', link }
  }
}

const goOn = (link: Link | null): FollowState => (link ? { is: 'syncing', link } : { is: 'apart', link })

/** One error at a time: the next attempt finds what is still wrong. */
function fail(state: FollowState, error: Error): FollowState {
  if (state.is === 'closed' || state.is === 'failed') return state
  if (state.is === 'paused') return state.error ? state : { ...state, error }
  return { is: 'failed', link: state.link, error }
}

export const progressOf = ({
  state,
  head,
  blocks,
  repairs,
  whole,
  prepared,
  backfill,
}: NodeStatus): ChainProgress => ({
  state,
  head: head?.number ?? null,
  lag: blocks.of - blocks.done,
  repairs,
  ...(whole && { whole }),
  ...(prepared && { prepared }),
  ...(backfill && { backfill }),
})
