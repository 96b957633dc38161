/** Runs at most `max` tasks at a time; the others wait in their order. */
export interface ConcurrencyLimit {
  /** Number of tasks that wait. */
  readonly waiting: number
  /** Rejects with the reason of `signal` if it is aborted while the task waits. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export function limitConcurrency(max: number): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []

  function waitInLine(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const begin = () => {
      signal?.removeEventListener('abort', leave)
      resolve(undefined)
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    waiting.push(begin)
    return promise
  }

  return {
    get waiting() {
      return waiting.length
    },
    async run(work, signal) {
      signal?.throwIfAborted()
      // A finished task passes its place to a waiting one.
      if (running >= max) await waitInLine(signal)
      else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
