/** Limits a client's concurrent calls: some run, some wait, and the others are refused. */
import { limitConcurrency } from '#shared/limit-concurrency.ts'
import { UsageError } from '../usage-error.ts'

const MAX_RUNNING = 4
const MAX_WAITING = 60

export type CallLimit = <T>(work: () => Promise<T>) => Promise<T>

export function createCallLimit(): CallLimit {
  const limit = limitConcurrency(MAX_RUNNING)
  return async (work) => {
    if (limit.waiting >= MAX_WAITING)
      throw new UsageError(
        `More than ${String(MAX_RUNNING + MAX_WAITING)} calls at once. Wait for their answers first.`,
      )
    return limit.run(work)
  }
}
