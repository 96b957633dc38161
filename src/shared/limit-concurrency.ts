/** Runs at most `max` tasks at a time; the others wait in their order. */
export interface ConcurrencyLimit {
  /** Number of tasks that wait. */
  readonly waiting: number
  run<T>(work: () => Promise<T>): Promise<T>
}

export function limitConcurrency(max: number): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    get waiting() {
      return waiting.length
    },
    async run(work) {
      // A finished task passes its place to a waiting one.
      if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
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
