import { setImmediate } from 'node:timers/promises'

/** So long a question is worked on before others get their turn. */
const SLICE_MS = 10

/** Where its time slice is over, lets others work first. Rejects once nobody wants the answer. */
export type YieldIfDue = () => Promise<void> | undefined

export function createTimeSlices(signal: AbortSignal): YieldIfDue {
  let from = performance.now()
  return () => {
    if (performance.now() - from < SLICE_MS) return undefined
    return setImmediate(undefined, { signal }).then(() => {
      from = performance.now()
    })
  }
}

/** All at once. */
export const neverYield: YieldIfDue = () => undefined
