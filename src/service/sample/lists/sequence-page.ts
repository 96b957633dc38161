import type { EventRef, Sequence } from '../chain/sequence.ts'

/** The newest `limit` of the oldest `from` events of a sequence. `last`: the last of them, if there are older events. */
export function sliceSequence(
  sequence: Sequence,
  { count, from, limit }: { count: number; from: number; limit: number },
): { events: EventRef[]; last: EventRef | null } {
  const start = Math.max(0, Math.min(from, count))
  const size = Math.min(limit, start)
  const events = Array.from({ length: size }, (_, index) => sequence.at(start - 1 - index))
  return { events, last: start > size ? (events.at(-1) ?? null) : null }
}
