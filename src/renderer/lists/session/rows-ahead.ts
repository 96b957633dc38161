/** Fewer rows than this below the last one seen, and the next page is asked for. */
const AT_REST = 40
/** A request costs: even a fling asks for no more than two pages that may never be looked at. */
const MAX_ROWS_AHEAD = 100
/** What a distant instance takes for a page, and what a scroll is timed over, in seconds. */
const ANSWER_S = 0.5
const TIMED_S = 0.1

/** How far ahead of the last row seen to ask: as far as the person will have scrolled by the time it is answered. */
export function rowsAhead(now: () => number = () => performance.now() / 1000) {
  let from = { time: now(), row: 0 }
  let speed = 0
  return {
    /** To be told of the last row seen whenever it changes. Gives rows. */
    at(lastSeen: number): number {
      const passed = now() - from.time
      if (passed >= TIMED_S) {
        speed = (lastSeen - from.row) / passed
        from = { time: now(), row: lastSeen }
      }
      return Math.min(MAX_ROWS_AHEAD, Math.max(AT_REST, speed * ANSWER_S))
    },
  }
}
