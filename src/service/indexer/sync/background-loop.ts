import { NodeFailure } from '../node/node-failure.ts'

/** Background work in steps. Whoever starts it stops it. */
export interface Lane {
  /** There may be something to do. */
  wake(): void
  /** Ends after the step under way. */
  stop(): Promise<void>
}

const AFTER_FAILURE_MS = 1_000

/**
 * Calls `step` again and again while it gives true, then waits for `wake`. A node that does not answer is asked again after
 * a while: the block lane tells the person. Any other error ends the lane and is told to `onError`.
 */
export function runLane(step: () => Promise<boolean>, onError: (error: unknown) => void): Lane {
  let stopped = false
  let woken = true
  let resume: (() => void) | null = null
  const pause = (ms: number | null) =>
    new Promise<void>((done) => {
      const timer = ms === null ? null : setTimeout(done, ms)
      resume = () => {
        if (timer) clearTimeout(timer)
        done()
      }
    })
  const work = async () => {
    while (!stopped) {
      woken = false
      try {
        const more = await step()
        // Others get their turn between two steps.
        if (more) await new Promise((next) => setImmediate(next))
        else if (!woken && !stopped) await pause(null)
      } catch (error) {
        if (!(error instanceof NodeFailure)) {
          onError(error)
          return
        }
        if (!stopped) await pause(AFTER_FAILURE_MS)
      }
    }
  }
  const running = work()
  return {
    wake() {
      woken = true
      resume?.()
    },
    async stop() {
      stopped = true
      resume?.()
      await running
    },
  }
}
