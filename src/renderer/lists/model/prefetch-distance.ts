/** The next page is requested when fewer rows than this are loaded below the last row in view. */
const MIN_ROWS_AHEAD = 40
/** Each request costs: a fling requests at most two pages that a person may never see. */
const MAX_ROWS_AHEAD = 100
/** In seconds: the response time of a distant instance, and the time over which the scrolling speed is measured. */
const RESPONSE_S = 0.5
const MEASURED_S = 0.1

/** Number of rows to prefetch below the last row in view: as many as scroll past until the response arrives. */
export function createPrefetchDistance(now: () => number = () => performance.now() / 1000) {
  let from: { readonly time: number; readonly row: number } | undefined
  let speed = 0
  return {
    /** Call it with the last row in view whenever that changes. Returns a number of rows. */
    rowsAhead(lastSeen: number): number {
      // The first rows in view do not count as scrolled.
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
