/** Fewer rows than this below the last one seen, and the next page is requested. */
const MIN_ROWS_AHEAD = 40
/** A request costs: even a fling requests no more than two pages that may never be seen. */
const MAX_ROWS_AHEAD = 100
/** What a distant instance takes for a page, and the time over which the speed of scrolling is measured, in seconds. */
const RESPONSE_S = 0.5
const MEASURED_S = 0.1

/** How many rows ahead of the last one seen to prefetch: as many as are scrolled by until the response is there. */
export function createPrefetchDistance(now: () => number = () => performance.now() / 1000) {
  let from: { readonly time: number; readonly row: number } | undefined
  let speed = 0
  return {
    /** To be called with the last row seen whenever it changes. Returns a number of rows. */
    rowsAhead(lastSeen: number): number {
      // Rows that are seen at once were not scrolled by.
      from ??= { time: now(), row: lastSeen }
      const passed = now() - from.time
      if (passed >= MEASURED_S) {
        speed = (lastSeen - from.row) / passed
        from = { time: now(), row: lastSeen }
      }
      return Math.min(MAX_ROWS_AHEAD, Math.max(MIN_ROWS_AHEAD, speed * RESPONSE_S))
    },
  }
}
