import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { Sleep } from '#platform/delay.ts'

/** Background work in steps. Whoever starts it must stop it. */
export interface BackgroundLoop {
  /** There may be something to do. */
  wake(): void
  /** Resolves after the step that is running. */
  stop(): Promise<void>
}

/** The result of a step: whether there is more to do now, or the milliseconds until there is. */
export type Pause = boolean | number

const RETRY_MS = 1_000

/**
 * Calls `step` repeatedly while it gives true, then waits for `wake`, or for the time it gives. After a NodeFailure it retries with a delay; the
 * block sync reports such failures. Any other error ends the loop and goes to `onError`.
 */
export function startBackgroundLoop(
  step: () => Promise<Pause>,
  onError: (error: unknown) => void,
): BackgroundLoop {
  let stopped = false
  let woken = true
  const sleep = new Sleep()
  // A function, because `stop` changes the variable while a step is awaited.
  const isStopped = () => stopped
  const run = async () => {
    while (!isStopped()) {
      woken = false
      try {
        const next = await step()
        // Other work gets its turn between two steps.
        if (next === true) await new Promise((resolve) => setImmediate(resolve))
        else if (!(woken as boolean) && !isStopped()) await sleep.start(next === false ? null : next)
      } catch (error) {
        if (!(error instanceof NodeFailure)) {
          onError(error)
          return
        }
        if (!isStopped()) await sleep.start(RETRY_MS)
      }
    }
  }
  const running = run()
  return {
    wake() {
      woken = true
      sleep.end()
    },
    async stop() {
      stopped = true
      sleep.end()
      await running
    },
  }
}
