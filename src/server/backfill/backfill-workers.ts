/** The workers of an index, as its writer knows them. */
import type { BackfillCounts } from '#shared/node-status.ts'
import type { IndexDatabase } from '#service/indexer/store/index-database.ts'
import { BackfillPlan } from './backfill-table.ts'

const REFRESH_MS = 1_000

export class BackfillWorkers {
  readonly plan: BackfillPlan
  readonly log: (line: string) => void
  #counts: BackfillCounts = { workers: 0, staged: 0 }
  #countedAt = -Infinity
  /** There may be ranges; what an earlier run has left is not known. */
  #hasRanges = true
  /** Workers whose blocks were on another branch: it may be the chain that has moved. */
  readonly #doubted = new Set<string>()

  constructor(database: IndexDatabase, log: (line: string) => void) {
    this.plan = new BackfillPlan(database)
    this.log = log
  }

  counts(): BackfillCounts {
    const now = performance.now()
    if (now - this.#countedAt < REFRESH_MS) return this.#counts
    this.#countedAt = now
    const before = this.#counts.workers
    this.#counts = this.plan.counts()
    const { workers } = this.#counts
    if (workers !== before) this.log(describeWorkers(workers))
    if (workers < before) this.plan.forgetGone()
    return this.#counts
  }

  get latest(): BackfillCounts {
    return this.#counts
  }

  get hasWorkers(): boolean {
    return this.counts().workers > 0
  }

  get hasRanges(): boolean {
    return this.#hasRanges
  }

  wasPlanned() {
    this.#hasRanges = true
  }

  clear() {
    this.#doubted.clear()
    if (!this.#hasRanges) return
    this.plan.clear()
    this.#hasRanges = false
  }

  /** `reason` goes on from the name of the worker. */
  leaveOut(worker: string, reason: string) {
    this.plan.leaveOut(worker)
    this.#countedAt = -Infinity
    this.log(`${worker} ${reason}. It is left out for a while.`)
  }

  /** Lets the worker read its ranges once more, and leaves it out the second time. */
  doubt(worker: string, reason: string) {
    if (this.#doubted.has(worker)) {
      this.leaveOut(worker, reason)
      return
    }
    this.#doubted.add(worker)
    this.plan.discard(worker)
  }
}

const describeWorkers = (workers: number): string => {
  if (workers === 0) return 'No worker reads blocks for this index now.'
  return workers === 1
    ? 'One worker reads blocks for this index.'
    : `${String(workers)} workers read blocks for this index.`
}
