import { endAwaitingRows } from './awaited-rows.ts'

/** Mark in the browser's performance timeline: the first rows of this window were painted. */
const FIRST_ROWS = 'chainglass:first-rows'
/** A page without a list has no rows. Code that waits for rows runs after this time. */
const MAX_WAIT_MS = 1_000

const areHere = () => performance.getEntriesByName(FIRST_ROWS).length > 0

/** Call it when rows have been painted. */
export function markRowsPainted(): void {
  endAwaitingRows()
  if (!areHere()) performance.mark(FIRST_ROWS)
}

/**
 * Runs after the first rows of the window are painted; at once where they are, and after `MAX_WAIT_MS` without rows. A
 * person who opens the window waits for rows, so nothing else should load before them.
 */
export function afterFirstRows(run: () => void): void {
  if (areHere()) {
    run()
    return
  }
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName(FIRST_ROWS).length > 0) end()
  })
  const timer = setTimeout(end, MAX_WAIT_MS)
  function end() {
    observer.disconnect()
    clearTimeout(timer)
    run()
  }
  observer.observe({ type: 'mark' })
}
