/** Keep jobs: starts, ends and removes them, and reports their state. */
import { createEmitter } from '#shared/emitter.ts'
import type { KeepJob, KeepView, KeptCoverage, KeptList } from '#shared/rpc/contract/keep.ts'
import { ChainglassFailure, invalidInput, notFound } from '#shared/errors/failure.ts'
import { throttle } from '#platform/throttle.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { formatListName } from '../archive/list-name.ts'
import { isRemoved, problemOf, shownState } from './job-state.ts'
import { JobQueue, KEEP_INTERVALS, type JobQueueDeps, type KeepIntervals } from './job-queue.ts'
import { deleteKeepJob, insertKeepJob, keptLists, writeKeepJob, type KeepJobRow } from './keep-rows.ts'

export interface KeepDeps extends Omit<JobQueueDeps, 'intervals' | 'now' | 'onProgress' | 'onChange'> {
  readonly store: Database
  readonly intervals?: KeepIntervals
  /** Ms since 1970. */
  readonly now?: () => number
}

export interface StartRequest {
  readonly source: string
  readonly lists: readonly (KeptList & { readonly total: number | null })[]
  readonly isFollowed?: boolean | undefined
}

/** More jobs than a person looks through. */
const MAX_JOBS = 1_000
const TOLD_INTERVAL_MS = 250
/** The maximal number of intervals that are reported, the newest first. */
const MAX_INTERVALS = 200

export class Keep {
  readonly #deps: KeepDeps
  readonly #queue: JobQueue
  readonly #changes = createEmitter<KeepView>()
  readonly #emitSoon = throttle(() => {
    this.#emit()
  }, TOLD_INTERVAL_MS)
  readonly #stopFollowing: () => void

  constructor(deps: KeepDeps) {
    this.#deps = deps
    this.#queue = new JobQueue({
      ...deps,
      intervals: deps.intervals ?? KEEP_INTERVALS,
      now: deps.now ?? Date.now,
      onProgress: (job) => {
        writeKeepJob(deps.store, job)
        this.#emitSoon()
      },
      onChange: (jobs) => {
        for (const job of jobs)
          tryToWrite(() => {
            writeKeepJob(deps.store, job)
          })
        this.#emit()
      },
    })
    this.#stopFollowing = deps.sources.onChange(({ sources }) => {
      for (const { id, last } of sources) if (last?.ok === true) this.#queue.reached(id)
    })
  }

  view(): KeepView {
    const { jobs, sources, budgets } = this.#deps
    return {
      jobs: [...jobs.values()]
        .filter(({ source, state }) => !isRemoved(state) && sources.find(source) !== undefined)
        .sort((one, other) => other.id - one.id)
        .map((job) => this.#viewOf(job)),
      budgets: budgets.all(),
    }
  }

  onChange(listener: (view: KeepView) => void): () => void {
    return this.#changes.on(listener)
  }

  /** Throws `invalid_input` for a list that can't be kept. */
  start({ source, lists, isFollowed = false }: StartRequest): KeepJob {
    const { store, archive, jobs, pager } = this.#deps
    const name = nameOf(source, lists)
    const known = [...jobs.values()].find(
      (job) => !isRemoved(job.state) && nameOf(job.source, job.lists) === name,
    )
    if (known) {
      this.resume(known.id)
      return this.#viewOf(known)
    }
    const canStart = jobs.size < MAX_JOBS && lists.every((list) => pager.canReadAll({ ...list, source }))
    if (!canStart) throw invalidInput('lists', 'unexpected_input')
    const job = insertKeepJob(
      store,
      { source, isFollowed },
      lists.map((list) => ({ ...list, rows: archive.list({ ...list, source })?.rowCount() ?? 0 })),
    )
    jobs.set(job.id, job)
    this.#emit()
    this.#queue.advance()
    return this.#viewOf(job)
  }

  // The following methods throw `not_found`, and `storage` if what was asked for would be forgotten at the next start.

  pause(id: number) {
    this.#tell({ is: 'pause' }, this.#find(id))
  }

  /** Resumes a job. A finished job reads new rows. */
  resume(id: number) {
    this.#tell({ is: 'resume' }, this.#find(id))
  }

  #tell(event: { readonly is: 'pause' | 'resume' }, job: KeepJobRow) {
    void this.#queue.send(event, job)
    writeKeepJob(this.#deps.store, job)
  }

  async readAgain(id: number) {
    const job = this.#find(id)
    await this.#queue.send({ is: 'readAgain' }, job)
    writeKeepJob(this.#deps.store, job)
  }

  follow(id: number, isFollowed: boolean) {
    const job = this.#find(id)
    job.isFollowed = isFollowed
    writeKeepJob(this.#deps.store, job)
    this.#emit()
    this.#queue.advance()
  }

  /** Removes the job and all data that no other job keeps. */
  async forget(id: number) {
    const { jobs, archive } = this.#deps
    const job = this.#find(id)
    await this.#remove([job])
    const others = new Set(keptLists(jobs).map(formatListName))
    for (const list of job.lists) {
      const request = { ...list, source: job.source }
      if (!others.has(formatListName(request))) archive.forgetList(request)
    }
  }

  coverage(id: number): KeptCoverage[] {
    const { source, lists } = this.#find(id)
    return lists.flatMap(({ list, params, filters }) => {
      const covered = this.#deps.archive.list({ source, list, params, filters })?.coverage()
      return covered
        ? [
            {
              ...{ list, params, filters },
              rows: covered.rows,
              isComplete: covered.isComplete,
              bytes: covered.bytes,
              readAt: covered.readAt,
              intervals: covered.intervals
                .slice(0, MAX_INTERVALS)
                .map(({ top, bottom, rows }) => ({ top, bottom, rows })),
            },
          ]
        : []
    })
  }

  /** `amount`: null for all that is available, undefined for the default. */
  setBudget(holder: string, amount: number | null | undefined) {
    this.#deps.budgets.set(holder, amount)
    this.#emit()
    this.#queue.retry()
  }

  /** Ends all jobs of a source, of an address, or all. The caller deletes their data. */
  async drop(source: string | null, address?: string) {
    const isOf = (job: KeepJobRow) =>
      (source === null || job.source === source) && (address === undefined || names(job, address))
    await this.#remove([...this.#deps.jobs.values()].filter(isOf))
  }

  /** Lets waiting jobs continue after a key or a setting has changed. */
  retry() {
    this.#queue.retry()
  }

  /** Call it after everything was erased. */
  reload() {
    this.#deps.budgets.reload()
    this.#emit()
  }

  close() {
    this.#stopFollowing()
    this.#emitSoon.cancel()
    this.#queue.close()
  }

  #find(id: number): KeepJobRow {
    const job = this.#deps.jobs.get(id)
    if (!job || isRemoved(job.state)) throw notFound('entry_gone')
    return job
  }

  async #remove(gone: readonly KeepJobRow[]) {
    for (const { id } of gone) deleteKeepJob(this.#deps.store, id)
    await this.#queue.send({ is: 'remove' }, ...gone)
  }

  #emit() {
    this.#changes.emit(this.view())
  }

  #viewOf(job: KeepJobRow): KeepJob {
    const { id, source, requests, credits, doneAt, isFollowed } = job
    const problem = problemOf(job.state)
    return {
      id,
      source,
      lists: job.lists.map(({ list, params, filters, rows, total, step }) => ({
        list,
        params,
        filters,
        rows,
        total,
        isDone: step === 'done',
      })),
      state: shownState(job.state) ?? 'paused',
      ...(problem ? { problem } : {}),
      requests,
      credits,
      secondsLeft: job.state.is === 'running' ? job.state.run.secondsLeft() : null,
      doneAt,
      isFollowed,
    }
  }
}

const names = ({ lists }: KeepJobRow, address: string) =>
  lists.some(({ params, filters }) =>
    JSON.stringify([params, filters]).toLowerCase().includes(address.toLowerCase()),
  )

/** If the disk refuses, only the position after a restart is lost. */
function tryToWrite(write: () => void) {
  try {
    write()
  } catch (error) {
    if (!(error instanceof ChainglassFailure)) throw error
  }
}

/** Identifies a job: the same lists of the same source, in any order, are the same job. */
const nameOf = (source: string, lists: readonly KeptList[]) =>
  lists
    .map((list) => formatListName({ ...list, source }))
    .sort()
    .join('\n')
