import { nth } from './nth.ts'
import type { Event, Sequence } from './sequence.ts'

/**
 * A page of a sequence. `count`: how many of its events there are by now. `from`: downwards, how many are older than
 * the page; upwards, how many it leaves behind.
 */
export function pageOf(
  sequence: Sequence,
  { count, from, limit, upwards = false }: { count: number; from: number; limit: number; upwards?: boolean },
): { events: Event[]; last: Event | null } {
  const start = Math.max(0, Math.min(from, count))
  const size = Math.min(limit, upwards ? count - start : start)
  const events = Array.from({ length: size }, (_, index) =>
    sequence.at(upwards ? start + index : start - 1 - index),
  )
  const more = (upwards ? count - start : start) > size
  return { events, last: more && events.length > 0 ? nth(events, events.length - 1) : null }
}
