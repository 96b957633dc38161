import { createTurns } from '#platform/take-turns.ts'

/** So long a question is worked on before others get their turn. */
const SLICE_MS = 10

/** Where its time slice is over, lets others work first. Throws or rejects once nobody wants the answer. */
export type YieldIfDue = () => Promise<void> | undefined

export function createTimeSlices(signal: AbortSignal): YieldIfDue {
  const takeTurn = createTurns(SLICE_MS)
  return () => takeTurn(signal)
}

/** All at once. */
export const neverYield: YieldIfDue = () => undefined
