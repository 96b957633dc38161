/**
 * Limits the concurrent calls of a client: some run, some wait, and the others are refused. Those of all clients
 * together are limited, too.
 */
import { type ConcurrencyLimit, limitConcurrency } from '#shared/limit-concurrency.ts'
import { UsageError } from '../output/failures.ts'

const MAX_RUNNING = 4
const MAX_WAITING = 60

/** A call that waits is given up when `signal` is aborted: rejects with its reason. */
export type CallLimit = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** The limit of one client. `ofAll`: the limit that all clients of a process share, if there are several. */
export function createCallLimit(ofAll?: ConcurrencyLimit): CallLimit {
  const limit = limitConcurrency(MAX_RUNNING)
  return async (work, signal) => {
    if (limit.waiting >= MAX_WAITING)
      throw new UsageError(
        `More than ${String(MAX_RUNNING + MAX_WAITING)} calls at once. Wait for their answers first.`,
      )
    return limit.run(ofAll ? () => ofAll.run(work, signal) : work, signal)
  }
}
