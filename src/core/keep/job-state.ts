/** The states of a keep job and the transitions between them, drawn in README.md. */
import type { KeepProblem } from '#shared/rpc/contract/keep-problem.ts'
import type { KeepState } from '#shared/rpc/contract/keep.ts'

/** A job that is being read. */
export interface Run {
  /** The account or instance that its requests count for: it has one run at a time. */
  readonly holder: string
  readonly stop: () => void
  readonly secondsLeft: () => number | null
  readonly ended: Promise<void>
}

/** `until`: ms since 1970. */
export interface Wait {
  readonly until: number
  readonly failures: number
}

type SourceProblem = Extract<KeepProblem, { kind: 'source' }>

/** How a run ended. */
export type RunEnd =
  | { readonly is: 'budget'; readonly problem?: SourceProblem }
  | { readonly is: 'source'; readonly problem: SourceProblem }
  | { readonly is: 'failed'; readonly problem: KeepProblem }
  | { readonly is: 'done' | 'cancelled' }

/** `wait`: null where the job may be tried at any time. */
export type JobState =
  | { readonly is: 'waiting' | 'paused' | 'done' | 'removed' }
  /** `failures`: of the runs right before this one. */
  | { readonly is: 'running'; readonly run: Run; readonly failures: number }
  /** The run of the job is ending; `next` is the state that is already shown. */
  | {
      readonly is: 'stopping'
      readonly run: Run
      readonly next: 'waiting' | 'paused' | 'removed'
      readonly readsAgain: boolean
    }
  | { readonly is: 'budget'; readonly problem: SourceProblem | undefined; readonly wait: Wait | null }
  | { readonly is: 'source'; readonly problem: SourceProblem; readonly wait: Wait | null }
  | { readonly is: 'failed'; readonly problem: KeepProblem }

export type JobEvent =
  | { readonly is: 'start'; readonly run: Run }
  | { readonly is: 'ended'; readonly end: RunEnd; readonly wait: Wait | null }
  /** A person asks for it. */
  | { readonly is: 'pause' | 'resume' | 'readAgain' | 'remove' }
  /** Nothing of the budget is left for the next page. */
  | { readonly is: 'spent' }
  /** A key, a setting or a budget has changed. */
  | { readonly is: 'retry' }
  /** The job's source answered another request. */
  | { readonly is: 'reached' }

/** The same state where the event changes nothing. */
export function nextJobState(state: JobState, event: JobEvent): JobState {
  if (isRemoved(state)) return state.is === 'stopping' && event.is === 'ended' ? { is: 'removed' } : state
  switch (event.is) {
    case 'start':
      return canStart(state) ? { is: 'running', run: event.run, failures: failuresOf(state) } : state
    case 'ended':
      if (state.is === 'stopping') return { is: state.next }
      return state.is === 'running' ? afterRun(event.end, event.wait) : state
    case 'pause':
      return leave(state, 'paused')
    case 'resume':
      return state.is === 'running' ? state : leave(state, 'waiting')
    case 'readAgain': {
      const next = leave(state, 'waiting')
      return next.is === 'stopping' && !next.readsAgain ? { ...next, readsAgain: true } : next
    }
    case 'remove':
      return leave(state, 'removed')
    case 'spent':
      return state.is === 'waiting' ? { is: 'budget', problem: undefined, wait: null } : state
    case 'retry':
      if (state.is === 'failed' && isOfArchive(state.problem)) return { is: 'waiting' }
      return 'wait' in state && state.wait ? { ...state, wait: null } : state
    case 'reached':
      return state.is === 'source' && state.wait && isUnreached(state.problem)
        ? { ...state, wait: null }
        : state
  }
}

/** By way of `stopping` where it is being read. */
function leave(state: JobState, next: 'waiting' | 'paused' | 'removed'): JobState {
  if (state.is === 'running') return { is: 'stopping', run: state.run, next, readsAgain: false }
  if (state.is === 'stopping') return state.next === next ? state : { ...state, next }
  return state.is === next ? state : { is: next }
}

function afterRun(end: RunEnd, wait: Wait | null): JobState {
  if (end.is === 'budget') return { is: 'budget', problem: end.problem, wait }
  if (end.is === 'source') return { ...end, wait }
  if (end.is === 'failed') return end
  return { is: end.is === 'done' ? 'done' : 'waiting' }
}

export const isRemoved = (state: JobState) => shownState(state) === undefined

/** As people and the store have it; undefined for one that is removed. */
export function shownState(state: JobState): KeepState | undefined {
  const is = state.is === 'stopping' ? state.next : state.is
  return is === 'removed' ? undefined : is
}

export const problemOf = (state: JobState): KeepProblem | undefined =>
  'problem' in state ? state.problem : undefined

/** A state without the problem that belongs to it is found out again. */
export function storedState(is: KeepState, problem: KeepProblem | undefined): JobState {
  const ofSource = problem?.kind === 'source' ? problem : undefined
  if (is === 'budget') return { is, problem: ofSource, wait: null }
  if (is === 'source') return ofSource ? { is, problem: ofSource, wait: null } : { is: 'waiting' }
  if (is === 'failed') return problem ? { is, problem } : { is: 'waiting' }
  return { is: is === 'running' ? 'waiting' : is }
}

const canStart = ({ is }: JobState) => is === 'waiting' || is === 'budget' || is === 'source' || is === 'done'

export const failuresOf = (state: JobState): number =>
  state.is === 'running' ? state.failures : 'wait' in state ? (state.wait?.failures ?? 0) : 0

const isUnreached = ({ error }: SourceProblem) => ['offline', 'timeout', 'server_error'].includes(error.code)

const isOfArchive = ({ kind }: KeepProblem) => kind === 'no_room' || kind === 'not_kept'
