import { endAwaitingRows } from './awaited-rows.ts'

/** A page without a list has no rows. Code that waits for rows runs after this time. */
const MAX_WAIT_MS = 1_000

let areHere = false
const waiting = new Set<() => void>()

/** Call it when rows have been painted. */
export function markRowsPainted(): void {
  endAwaitingRows()
  areHere = true
  for (const end of waiting) queueMicrotask(end)
}

/**
 * Runs after the first rows of the window are painted; at once where they are, and after `MAX_WAIT_MS` without rows. A
 * person who opens the window waits for rows, so nothing else should load before them.
 */
export function afterFirstRows(run: () => void): void {
  if (areHere) {
    run()
    return
  }
  const end = () => {
    if (waiting.delete(end)) run()
  }
  waiting.add(end)
  setTimeout(end, MAX_WAIT_MS)
}
