/** One asset of a ledger by hour, day or month: what came, what went, what was held at the end. */
import { MAX_LEDGER_INTERVALS, type LedgerSeries } from '#shared/rpc/contract/ledger.ts'
import type { Movement } from './movement.ts'

/** In ms since 1970, UTC. */
const startOf = {
  hour: (time: number) => time - (time % 3_600_000),
  day: (time: number) => time - (time % 86_400_000),
  month: (time: number) => {
    const date = new Date(time)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
  },
} as const

interface Sums {
  readonly start: number
  in: bigint
  out: bigint
  closing: bigint
  movements: number
}

/**
 * Of the movements from `first` up to before `end`; `times` has the time of each, which never goes back. What has no time
 * (what was there before the first block) is part of the opening balance.
 */
export function seriesOf(
  movements: readonly Movement[],
  times: Float64Array,
  { asset, by, first, end }: { asset: string; by: 'hour' | 'day' | 'month'; first: number; end: number },
): Omit<LedgerSeries, 'revision'> {
  const intervals: Sums[] = []
  let [opening, held] = [0n, 0n]
  for (let place = 0; place < end; place += 1) {
    const movement = movements[place]
    if (movement?.asset !== asset) continue
    held += movement.amount
    const time = times[place] ?? -Infinity
    if (place < first || time === -Infinity) {
      opening = held
      continue
    }
    const start = startOf[by](time)
    let last = intervals.at(-1)
    if (last?.start !== start) intervals.push((last = { start, in: 0n, out: 0n, closing: 0n, movements: 0 }))
    if (movement.amount > 0n) last.in += movement.amount
    else last.out -= movement.amount
    last.closing = held
    last.movements += 1
  }
  const left = Math.max(0, intervals.length - MAX_LEDGER_INTERVALS)
  return {
    opening: String(intervals[left - 1]?.closing ?? opening),
    intervals: intervals.slice(left).map((one) => ({
      ...one,
      in: String(one.in),
      out: String(one.out),
      closing: String(one.closing),
    })),
  }
}
