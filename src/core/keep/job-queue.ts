/** Schedules jobs: one at a time for each key or instance, and when a waiting one continues. */
import { randomUUID } from 'node:crypto'
import { rateClassOf, type RateClass } from '#shared/source.ts'
import type { KeepProblem } from '#shared/rpc/contract/keep-problem.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { Sources } from '../sources/sources.ts'
import { createJobClock, type JobClock } from './job-clock.ts'
import type { KeepBudgets } from './keep-budgets.ts'
import type { KeepJobRow, KeptJobs } from './keep-rows.ts'
import type { ListWalker } from '../read/list-walker.ts'
import { runJob, type RunEnd } from './run-job.ts'

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

export interface JobQueueDeps {
  readonly jobs: KeptJobs
  readonly archive: Archive
  readonly sources: Sources
  readonly walker: ListWalker
  readonly budgets: KeepBudgets
  readonly intervals: KeepIntervals
  /** Ms since 1970. */
  readonly now: () => number
  readonly log: (line: string) => void
  /** Called after each page. */
  readonly onProgress: (job: KeepJobRow) => void
  /** Called after a change of state. */
  readonly onChange: (job: KeepJobRow) => void
}

interface Run {
  readonly job: KeepJobRow
  readonly controller: AbortController
  readonly clock: JobClock
  readonly ended: Promise<void>
}

export class JobQueue {
  readonly #deps: JobQueueDeps
  /** By the account or instance that the job's requests count for. */
  readonly #runs = new Map<string, Run>()
  readonly #waits = new Map<number, { readonly until: number; readonly failures: number }>()
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
      if (!source || this.#runOf(job) || !this.#isDue(job)) continue
      const holder = budgets.holderOf(source)
      if (this.#runs.has(holder)) continue
      const next = job.lists.find(({ step }) => step !== 'done') ?? job.lists[0]
      if (!next || budgets.allows(source, next.list)) this.#start(job, holder)
      else if (job.state === 'waiting') {
        job.state = 'budget'
        this.#deps.onChange(job)
      }
    }
  }

  /** Continues a job because a person asked. */
  wake(job: KeepJobRow) {
    this.#waits.delete(job.id)
    job.problem = undefined
    job.state = 'waiting'
    this.#deps.onChange(job)
    this.advance()
  }

  /** Ends the job's run. The caller has set the job's new state before. */
  async stop(job: KeepJobRow) {
    const run = this.#runOf(job)
    run?.controller.abort()
    await run?.ended
  }

  /** Retries waiting jobs, because the reason of their waiting may be gone. */
  retry() {
    this.#waits.clear()
    for (const job of this.#deps.jobs.values())
      if (job.state === 'failed' && isOfArchive(job.problem)) job.state = 'waiting'
    this.advance()
  }

  /** A source answered another request: its jobs need not wait any longer. */
  reached(source: string) {
    for (const job of this.#deps.jobs.values())
      if (job.source === source && isUnreached(job)) this.#waits.delete(job.id)
    this.advance()
  }

  secondsLeft(job: KeepJobRow): number | null {
    return this.#runOf(job)?.clock.secondsLeft() ?? null
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#starting)
    clearInterval(this.#checking)
    for (const { controller } of this.#runs.values()) controller.abort()
  }

  #runOf(job: KeepJobRow): Run | undefined {
    return [...this.#runs.values()].find((run) => run.job === job)
  }

  /** Whether the job can continue. A clock that was set back does not prolong the wait. */
  #isDue(job: KeepJobRow): boolean {
    const { now, intervals, sources } = this.#deps
    const wait = this.#waits.get(job.id)
    switch (job.state) {
      case 'waiting':
        return true
      case 'budget':
      case 'source':
        return !wait || now() >= wait.until || wait.until - now() > intervals.maxBackoff
      case 'done': {
        const interval = intervals.follow[rateClassOf(sources.get(job.source))]
        return job.isFollowed && (job.doneAt === null || Math.abs(now() - job.doneAt) >= interval)
      }
      default:
        return false
    }
  }

  #start(job: KeepJobRow, holder: string) {
    const { onChange, log } = this.#deps
    if (job.state === 'done') for (const list of job.lists) list.step = 'head'
    job.state = 'running'
    job.problem = undefined
    const controller = new AbortController()
    const clock = createJobClock(job)
    const onProgress = () => {
      clock.count()
      this.#deps.onProgress(job)
    }
    const ended = runJob({ ...this.#deps, onProgress }, job, controller.signal)
      .catch((error: unknown): RunEnd => (this.#isClosed ? undefined : faultOf(error, log)))
      .then((end) => {
        this.#runs.delete(holder)
        if (this.#isClosed) return
        if (job.state === 'running') this.#settle(job, end)
        onChange(job)
        this.advance()
      })
    this.#runs.set(holder, { job, controller, clock, ended })
    onChange(job)
  }

  #settle(job: KeepJobRow, end: RunEnd) {
    const { now, intervals } = this.#deps
    job.state = end?.state ?? 'waiting'
    job.problem = end?.problem
    if (job.state === 'done') job.doneAt = now()
    const error = job.problem?.kind === 'source' ? job.problem.error : undefined
    if (!error || (job.state !== 'source' && job.state !== 'budget')) {
      this.#waits.delete(job.id)
      return
    }
    const failures = (this.#waits.get(job.id)?.failures ?? 0) + 1
    const backoff = Math.min(intervals.backoff * 2 ** (failures - 1), intervals.maxBackoff)
    // If the day's allowance is used up, the source is asked rarely.
    const wait = error.code === 'out_of_credits' ? intervals.maxBackoff : backoff
    const asked = error.code === 'rate_limited' ? Math.min(error.retryAfterMs, intervals.maxBackoff) : 0
    this.#waits.set(job.id, { until: now() + Math.max(wait, asked), failures })
  }

  /** Restarts jobs whose rows are gone, because the file was damaged or removed. */
  #findLost() {
    const { jobs, archive } = this.#deps
    for (const job of jobs.values())
      for (const list of job.lists) {
        if (list.rows === 0 || archive.list({ ...list, source: job.source })?.rowCount() !== 0) continue
        list.step = 'head'
        if (job.state === 'done') job.state = 'waiting'
      }
  }
}

const isUnreached = ({ state, problem }: KeepJobRow) =>
  state === 'source' &&
  problem?.kind === 'source' &&
  ['offline', 'timeout', 'server_error'].includes(problem.error.code)

const isOfArchive = (problem: KeepProblem | undefined) =>
  problem?.kind === 'no_room' || problem?.kind === 'not_kept'

/** An unexpected error ends the job, and is logged. */
function faultOf(error: unknown, log: (line: string) => void): RunEnd {
  if (error instanceof ChainglassFailure)
    return { state: 'source', problem: { kind: 'source', error: error.error } }
  const reference = randomUUID().slice(0, 8)
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log(`internal ${reference} in keep: ${text}`)
  return { state: 'failed', problem: { kind: 'source', error: { code: 'internal', reference } } }
}
