export interface Throttled {
  /** Runs the function `intervalMs` from now, unless a run is due already. */
  (): void
  /** A run that is due does not take place. */
  readonly cancel: () => void
}

/** A function that may be called at any rate and runs at most once in `intervalMs`, always after the last call. */
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
