/**
 * Makes the database indexes that rare lists are read along, behind the head. Until then, pages are read without
 * them.
 */
import { IndexError } from '../model/index-error.ts'
import { progressOf } from '../store/prepared-indexes.ts'
import type { Pause } from './background-loop.ts'
import type { SyncContext } from './sync-context.ts'

/** Each slows down the blocks after it. Transactions that are written before, if the chain is not caught up earlier. */
const MAX_UNPREPARED = 500_000
/** After one could not be made. */
const RETRY_MS = 10_000
/** One that takes longer is worth a line. */
const LONG_MS = 3_000

export interface PrepareEvents {
  readonly log: (line: string) => void
  /** Blocks are being read, or waited for. */
  readonly isActive: () => boolean
  /** True once all blocks up to the head were read. */
  readonly mayWork: () => boolean
  readonly onProgress: () => void
}

export async function prepareNextIndex(
  { store: { database, totals } }: SyncContext,
  { isActive, mayWork, onProgress, log }: PrepareEvents,
  signal: AbortSignal,
): Promise<Pause> {
  const isLong = database.preparesConcurrently && totals.transactions > MAX_UNPREPARED
  if (!isActive() || !(mayWork() || isLong) || !database.isOpen) return false
  const began = performance.now()
  try {
    const next = await database.prepareNextIndex(signal)
    const { done, of } = progressOf(database)
    if (performance.now() - began > LONG_MS)
      log(`Preparing what sorted lists are read along: ${String(done)} of ${String(of)} parts are done.`)
    onProgress()
    return next
  } catch (error) {
    if (signal.aborted) return false
    if (!(error instanceof IndexError) || error.code === 'damaged_database') throw error
    log(`What sorted lists are read along can't be prepared now: ${error.message}`)
    return RETRY_MS
  }
}
