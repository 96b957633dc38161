/** Limits a client's concurrent calls: some run, some wait, and the others are refused. */
import { UsageError } from '../usage-error.ts'

const MAX_RUNNING = 4
const MAX_WAITING = 60

export type CallLimit = <T>(work: () => Promise<T>) => Promise<T>

export function createCallLimit(): CallLimit {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= MAX_RUNNING) {
      if (waiting.length >= MAX_WAITING)
        throw new UsageError(
          `More than ${String(MAX_RUNNING + MAX_WAITING)} calls at once. Wait for their answers first.`,
        )
      // A finished call passes its place to a waiting one.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
