import { createTurns } from '#platform/take-turns.ts'

/** Time that a question is worked on before others get their turn, in ms. */
const SLICE_MS = 10

/** Lets others work first if the time slice is over. Rejects once the signal is aborted. */
export type YieldIfDue = () => Promise<void> | undefined

export function createTimeSlices(signal: AbortSignal): YieldIfDue {
  const takeTurn = createTurns(SLICE_MS)
  return () => takeTurn(signal)
}

/** Runs work without pausing. */
export const neverYield: YieldIfDue = () => undefined
