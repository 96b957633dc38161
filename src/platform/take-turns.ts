import { setImmediate } from 'node:timers/promises'
import { throwIfCancelled } from '#shared/errors/failure.ts'

/** How long others wait for their turn. */
const SLICE_MS = 5

export type TakeTurn = (signal: AbortSignal | undefined) => Promise<void> | undefined

/** Lets others work where it is time to; throws or rejects where nobody waits any more. */
export function createTurns(sliceMs = SLICE_MS): TakeTurn {
  let since = performance.now()
  return (signal) => {
    throwIfCancelled(signal)
    if (performance.now() - since < sliceMs) return undefined
    return setImmediate().then(() => {
      since = performance.now()
      throwIfCancelled(signal)
    })
  }
}
