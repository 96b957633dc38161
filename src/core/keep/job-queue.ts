/** Schedules jobs: one at a time for each key or instance, and when a waiting one continues. */
import { randomUUID } from 'node:crypto'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { rateClassOf, type RateClass } from '#shared/source.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { Sources } from '../sources/sources.ts'
import { type KeepBudgets, creditsOf } from './keep-budgets.ts'
import {
  failuresOf,
  nextJobState,
  type JobEvent,
  type JobState,
  type Run,
  type RunEnd,
  type Wait,
} from './job-state.ts'
import type { KeepJobRow, KeepListRow, KeptJobs } from './keep-rows.ts'
import type { ListPager } from '../read/list-pager.ts'
import { PagingFailure } from '../read/page-through-list.ts'
import { isUnavailable } from '../read/read-through.ts'

/** All in ms. */
export interface KeepIntervals {
  /** The delay after the program's start: the window comes first. */
  readonly startDelay: number
  /** The interval of checks whether a waiting job can continue. */
  readonly check: number
  /** The delay until a failed source is asked again; doubled after each failure. */
  readonly backoff: number
  readonly maxBackoff: number
  /** The interval between two reads of new rows. */
  readonly follow: Readonly<Record<RateClass, number>>
}

export const KEEP_INTERVALS: KeepIntervals = {
  startDelay: 2_000,
  check: 15_000,
  backoff: 15_000,
  maxBackoff: 600_000,
  follow: { sample: 900_000, node: 900_000, instance: 900_000, pro: 3_600_000 },
}

const AGAIN: Pick<KeepListRow, 'step' | 'againFrom'> = { step: 'again', againFrom: { cursor: null } }

export interface JobQueueDeps {
  readonly jobs: KeptJobs
  readonly archive: Archive
  readonly sources: Sources
  readonly pager: ListPager
  readonly budgets: KeepBudgets
  readonly intervals: KeepIntervals
  /** Ms since 1970. */
  readonly now: () => number
  readonly log: (line: string) => void
  /** Called after each page. */
  readonly onProgress: (job: KeepJobRow) => void
  /** Called after changes of state. */
  readonly onChange: (jobs: readonly KeepJobRow[]) => void
}

export class JobQueue {
  readonly #deps: JobQueueDeps
  readonly #starting: NodeJS.Timeout
  #checking: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(deps: JobQueueDeps) {
    this.#deps = deps
    const { startDelay, check } = deps.intervals
    const advance = () => {
      this.advance()
    }
    this.#starting = setTimeout(() => {
      this.#findLost()
      this.#checking = setInterval(advance, check).unref()
      advance()
    }, startDelay).unref()
  }

  /** Starts the jobs that can continue. */
  advance() {
    const { jobs, sources, budgets, archive } = this.#deps
    // Rows that an earlier version stored would be read, and paid for, again.
    if (this.#isClosed || archive.isTakingOver()) return
    for (const job of jobs.values()) {
      const source = sources.find(job.source)
      if (!source || !this.#isDue(job)) continue
      const holder = budgets.holderOf(source)
      if (this.#runs().some((run) => run.holder === holder)) continue
      const next = job.lists.find(({ step }) => step !== 'done') ?? job.lists[0]
      if (!next || budgets.allows(source, next.list)) this.#start(job, holder)
      else this.#dispatch([job], { is: 'spent' })
    }
  }

  /** Resolves when the runs that this stops have ended. */
  async send(
    event: Extract<JobEvent, { is: 'pause' | 'resume' | 'readAgain' | 'remove' }>,
    ...jobs: readonly KeepJobRow[]
  ) {
    this.#dispatch(jobs, event)
    this.advance()
    await Promise.all(jobs.flatMap(({ state }) => (state.is === 'stopping' ? state.run.ended : [])))
  }

  /** Retries waiting jobs, because the reason of their waiting may be gone. */
  retry() {
    this.#tellAll({ is: 'retry' })
  }

  /** A source answered another request: its jobs need not wait any longer. */
  reached(source: string) {
    this.#tellAll({ is: 'reached' }, source)
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#starting)
    clearInterval(this.#checking)
    for (const run of this.#runs()) run.stop()
  }

  #tellAll(event: JobEvent, source?: string) {
    const jobs = [...this.#deps.jobs.values()]
    this.#dispatch(source === undefined ? jobs : jobs.filter((job) => job.source === source), event)
    this.advance()
  }

  #dispatch(jobs: readonly KeepJobRow[], event: JobEvent) {
    const changed = jobs.filter((job) => this.#change(job, event))
    if (changed.length > 0) this.#deps.onChange(changed)
  }

  /** Returns whether the job is another one now. */
  #change(job: KeepJobRow, event: JobEvent): boolean {
    const before = job.state
    job.state = nextJobState(before, event)
    this.#setSteps(job, before, event)
    if (before.is === 'running' && job.state.is === 'stopping') before.run.stop()
    if (job.state.is === 'removed') this.#deps.jobs.delete(job.id)
    return job.state !== before || event.is === 'readAgain'
  }

  /** Sets what is read next of each list of a job that is not being read. */
  #setSteps(job: KeepJobRow, before: JobState, event: JobEvent) {
    const isFollowed = event.is === 'start' && before.is === 'done'
    const isDone = event.is === 'resume' && job.lists.every(({ step }) => step === 'done')
    const isAgain =
      job.state.is !== 'stopping' &&
      (event.is === 'readAgain' || (before.is === 'stopping' && before.readsAgain))
    for (const list of job.lists)
      if (isAgain) Object.assign(list, AGAIN)
      else if (isFollowed || isDone) list.step = 'head'
  }

  #runs(): Run[] {
    return [...this.#deps.jobs.values()].flatMap(({ state }) => ('run' in state ? state.run : []))
  }

  /** Whether the job can continue. A clock that was set back does not prolong the wait. */
  #isDue(job: KeepJobRow): boolean {
    const { now, intervals, sources } = this.#deps
    const { state } = job
    switch (state.is) {
      case 'waiting':
        return true
      case 'budget':
      case 'source': {
        const { wait } = state
        return !wait || now() >= wait.until || wait.until - now() > intervals.maxBackoff
      }
      case 'done': {
        const interval = intervals.follow[rateClassOf(sources.get(job.source))]
        return job.isFollowed && (job.doneAt === null || Math.abs(now() - job.doneAt) >= interval)
      }
      default:
        return false
    }
  }

  #start(job: KeepJobRow, holder: string) {
    const { log } = this.#deps
    const controller = new AbortController()
    const clock = createJobClock(job)
    const onProgress = () => {
      clock.count()
      this.#deps.onProgress(job)
    }
    const { promise: ended, resolve } = Promise.withResolvers<undefined>()
    const stop = () => {
      controller.abort()
    }
    this.#dispatch([job], {
      is: 'start',
      run: { holder, stop, secondsLeft: () => clock.secondsLeft(), ended },
    })
    void runJob({ ...this.#deps, onProgress }, job, controller.signal)
      .catch((error: unknown): RunEnd => (this.#isClosed ? { is: 'cancelled' } : faultOf(error, log)))
      .then((end) => {
        if (!this.#isClosed) this.#onEnded(job, end)
      })
      .finally(() => {
        resolve(undefined)
      })
  }

  #onEnded(job: KeepJobRow, end: RunEnd) {
    if (job.state.is === 'running' && end.is === 'done') job.doneAt = this.#deps.now()
    this.#dispatch([job], { is: 'ended', end, wait: this.#waitAfter(end, failuresOf(job.state) + 1) })
    this.advance()
  }

  #waitAfter(end: RunEnd, failures: number): Wait | null {
    const { now, intervals } = this.#deps
    if ((end.is !== 'source' && end.is !== 'budget') || !end.problem) return null
    const { error } = end.problem
    const backoff = Math.min(intervals.backoff * 2 ** (failures - 1), intervals.maxBackoff)
    // If the day's allowance is used up, the source is asked rarely.
    const wait = error.code === 'out_of_credits' ? intervals.maxBackoff : backoff
    const waitMs = error.code === 'rate_limited' ? Math.min(error.retryAfterMs, intervals.maxBackoff) : 0
    return { until: now() + Math.max(wait, waitMs), failures }
  }

  /** Restarts jobs whose rows are gone, because the file was damaged or removed. */
  #findLost() {
    const { jobs, archive } = this.#deps
    for (const job of jobs.values())
      for (const list of job.lists) {
        if (list.rows === 0 || archive.list({ ...list, source: job.source })?.rowCount() !== 0) continue
        list.step = 'head'
        if (job.state.is === 'done') this.#dispatch([job], { is: 'resume' })
      }
  }
}

/** An unexpected error ends the job, and is logged. */
function faultOf(error: unknown, log: (line: string) => void): RunEnd {
  if (error instanceof ChainglassFailure)
    return { is: 'source', problem: { kind: 'source', error: error.error } }
  const reference = randomUUID().slice(0, 8)
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log(`internal ${reference} in keep: ${text}`)
  return { is: 'failed', problem: { kind: 'source', error: { code: 'internal', reference } } }
}

interface JobClock {
  /** Call it after each page. */
  count(): void
  /** Null before there is a speed, or if the number of rows is unknown. */
  secondsLeft(): number | null
}

/** Estimates the remaining time of a running job from its speed so far. */
function createJobClock(job: Pick<KeepJobRow, 'lists'>): JobClock {
  const startedAt = performance.now()
  const rowsAtStart = loadedRows(job)
  let lastAt = startedAt

  return {
    count() {
      lastAt = performance.now()
    },
    secondsLeft() {
      const read = loadedRows(job) - rowsAtStart
      if (read <= 0) return null
      let left = 0
      for (const { total, rows, step } of job.lists) {
        if (step === 'done') continue
        if (total === null) return null
        left += Math.max(0, total - rows)
      }
      return ((lastAt - startedAt) * left) / read / 1_000
    },
  }
}

const loadedRows = ({ lists }: Pick<KeepJobRow, 'lists'>) => lists.reduce((sum, { rows }) => sum + rows, 0)

interface RunDeps {
  readonly pager: ListPager
  readonly budgets: KeepBudgets
  readonly archive: Pick<Archive, 'hasRoom'>
  readonly sources: Pick<Sources, 'get'>
  /** Called after each page, to store and show the job. */
  readonly onProgress: (job: KeepJobRow) => void
}

class BudgetReached extends Error {}

/** Runs a keep job once: reads each of its lists to its end, and returns the reason if it stopped before. */
async function runJob(deps: RunDeps, job: KeepJobRow, signal: AbortSignal): Promise<RunEnd> {
  try {
    for (const list of job.lists) if (list.step !== 'done') await keepList(deps, job, list, signal)
    return { is: 'done' }
  } catch (error) {
    return endOf(error)
  }
}

async function keepList(
  { pager, budgets, archive, sources, onProgress }: RunDeps,
  job: KeepJobRow,
  list: KeepListRow,
  signal: AbortSignal,
) {
  const { source } = job
  await pager.readAll({
    list: { source, list: list.list, params: list.params, filters: list.filters },
    purpose: 'keeping',
    signal,
    refreshesHead: list.step === 'head',
    readsAgainFrom: list.step === 'again' ? list.againFrom : undefined,
    beforeRequest() {
      // The archive may have been turned off meanwhile.
      if (!pager.canReadAll({ ...list, source })) throw new PagingFailure({ kind: 'not_kept' })
      if (!budgets.allows(sources.get(source), list.list)) throw new BudgetReached()
      if (!archive.hasRoom()) throw new PagingFailure({ kind: 'no_room' })
    },
    onAnswer() {
      job.requests += 1
      job.credits += creditsOf(sources.get(source), list.list)
    },
    onPage({ rows, readsAgainFrom }) {
      list.rows = rows
      list.step = readsAgainFrom ? 'again' : 'missing'
      list.againFrom = readsAgainFrom ?? { cursor: null }
      onProgress(job)
    },
  })
  list.step = 'done'
  onProgress(job)
}

function endOf(error: unknown): RunEnd {
  if (error instanceof BudgetReached) return { is: 'budget' }
  if (error instanceof PagingFailure) return { is: 'failed', problem: error.problem }
  if (!(error instanceof ChainglassFailure)) throw error
  const { error: reason } = error
  if (reason.code === 'cancelled') return { is: 'cancelled' }
  const problem = { kind: 'source', error: reason } as const
  if (reason.code === 'out_of_credits') return { is: 'budget', problem }
  return { is: goesOnLater(reason) ? 'source' : 'failed', problem }
}

/** Whether the problem is not the list's: it passes, or a person solves it elsewhere. */
const goesOnLater = (error: ChainglassError) =>
  (isUnavailable(error) && !(error.code === 'forbidden' && error.byWhom === 'chainglass')) ||
  error.code === 'rate_limited' ||
  error.code === 'storage'
