import { endAwaitingRows } from './awaited-rows.ts'

/** The mark in the browser's timeline of the first rows that were painted in this window. */
const FIRST_ROWS = 'chainglass:first-rows'
/** A page without a list has no rows: what waits for them comes then. */
const MAX_WAIT_MS = 1_000

const areHere = () => performance.getEntriesByName(FIRST_ROWS).length > 0

/** To be called when rows were painted. */
export function markRowsPainted(): void {
  endAwaitingRows()
  if (!areHere()) performance.mark(FIRST_ROWS)
}

/**
 * Runs once the window has painted its first rows, at once where it has, and after a while where it shows none: a person
 * who opens it waits for rows, and nothing else should be loaded before them.
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
