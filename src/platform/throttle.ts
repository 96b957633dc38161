export interface Throttled {
  /** Schedules a run `intervalMs` from now, unless one is scheduled already. */
  (): void
  /** Cancels a scheduled run. */
  readonly cancel: () => void
}

/**
 * Makes a function that may be called at any rate and runs at most once per `intervalMs`, always after the last call.
 */
export function throttle(run: () => void, intervalMs: number): Throttled {
  let timer: NodeJS.Timeout | undefined
  const throttled = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, intervalMs).unref()
  }
  return Object.assign(throttled, {
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  })
}
