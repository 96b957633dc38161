/** Tells new activity. What soon comes of its check is told with it: both are one notification. */
import { countRows } from '#shared/check/check-words.ts'
import type { ActivityArrival } from '#shared/rpc/contract/activity.ts'
import type { CheckRound } from './check-results.ts'
import type { PollResult } from './poll-address.ts'
import type { PollTarget } from './poll-targets.ts'

interface HeldArrival {
  readonly target: PollTarget
  readonly counts: ArrivalCounts
  /** Keys of the transactions that are checked. */
  readonly keys: ReadonlySet<string>
  readonly timer: NodeJS.Timeout
}
type ArrivalCounts = Omit<ActivityArrival, 'id' | 'source' | 'address' | 'label'>
const NO_COUNTS = { transactions: 0, transfers: 0, internal: 0, more: false }

/** `maxHoldMs`: how long activity waits for its check: a node that hangs keeps nobody from money that came. */
export function createArrivals(emit: (arrival: ActivityArrival) => void, maxHoldMs: number) {
  /** Activity whose check is not reported yet, by address and source. */
  const held = new Map<string, HeldArrival>()
  const tell = ({ entry: { id, address, label }, source }: PollTarget, counts: ArrivalCounts) => {
    emit({ id, source: source.id, address, label, ...counts })
  }
  const release = (key: string, differs = 0) => {
    const arrival = held.get(key)
    if (!arrival) return
    held.delete(key)
    clearTimeout(arrival.timer)
    tell(arrival.target, { ...arrival.counts, differs })
  }
  return {
    hold(target: PollTarget, { mark: _, mined, ...counts }: PollResult) {
      const key = keyOf(target)
      release(key)
      held.set(key, {
        target,
        counts: { ...counts, differs: 0 },
        keys: new Set(mined.map((one) => one.key)),
        timer: setTimeout(release, maxHoldMs, key).unref(),
      })
    },
    /** Call it if no check of the address is reported. */
    release(target: PollTarget) {
      release(keyOf(target))
    },
    releaseAll(this: void) {
      for (const key of [...held.keys()]) release(key)
    },
    close() {
      for (const { timer } of held.values()) clearTimeout(timer)
      held.clear()
    },
    reportCheck(target: PollTarget, { rows, unchecked }: CheckRound) {
      const { differs } = countRows(rows)
      const keys = held.get(keyOf(target))?.keys
      const isOfHeld = [...rows.map(({ key }) => key), ...unchecked].some((key) => keys?.has(key))
      if (isOfHeld) release(keyOf(target), differs)
      else if (differs > 0) tell(target, { ...NO_COUNTS, differs })
    },
  }
}

const keyOf = ({ entry, source }: PollTarget) => `${String(entry.id)} ${source.id}`
