import { setImmediate } from 'node:timers/promises'
import { ChainglassFailure } from '#shared/errors/failure.ts'

/** So long others wait. */
const SLICE_MS = 5

export type TakeTurn = (signal: AbortSignal | undefined) => Promise<void>

/** Lets others work where it is time to; rejects where nobody waits any more. */
export function createTurns(): TakeTurn {
  let since = performance.now()
  return async (signal) => {
    if (performance.now() - since >= SLICE_MS) {
      await setImmediate()
      since = performance.now()
    }
    if (signal?.aborted) throw new ChainglassFailure({ code: 'cancelled' })
  }
}
