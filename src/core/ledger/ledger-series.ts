/** One asset of a ledger by intervals: what came, what went, what was held at the end. */
import { createIntervals, type IntervalName, type IntervalZone } from '#shared/intervals.ts'
import { MAX_LEDGER_INTERVALS, type LedgerSeries } from '#shared/rpc/contract/ledger.ts'
import type { Sums } from './movement-reader.ts'
import { sideOf, type MovementWalk, type Period, type WalkOptions } from './walk-movements.ts'

interface Interval {
  readonly start: number
  readonly end: number
  in: bigint
  out: bigint
  closing: bigint
  movements: number
}

export interface SeriesRequest extends Period {
  readonly asset: string
  readonly by: IntervalName
  readonly zone: IntervalZone
}

/** What has no time (what was there before the first block) is part of the opening balance. */
export async function seriesOf(
  walk: MovementWalk,
  { asset, by, zone, ...period }: SeriesRequest,
  options: WalkOptions,
): Promise<Omit<LedgerSeries, 'revision'>> {
  const intervals: Interval[] = []
  const intervalOf = createIntervals(by, zone)
  let [opening, held] = [0n, 0n]
  function add(time: number, sum: Pick<Sums, 'in' | 'out' | 'movements'>) {
    if (sum.movements === 0) return
    const { start, end } = intervalOf(time)
    let last = intervals.at(-1)
    if (last?.start !== start)
      intervals.push((last = { start, end, in: 0n, out: 0n, closing: 0n, movements: 0 }))
    held += sum.in - sum.out
    last.in += sum.in
    last.out += sum.out
    last.closing = held
    last.movements += sum.movements
    // Only the newest are told, and what the one before them closed with.
    if (intervals.length > 2 * MAX_LEDGER_INTERVALS) intervals.splice(0, MAX_LEDGER_INTERVALS)
  }
  for await (const { stretch, before, within } of walk.sums(period, options)) {
    for (const sum of [before?.get(asset), within?.get(asset)]) if (sum) held += sum.opening
    const earlier = before?.get(asset)
    if (earlier) held += earlier.in - earlier.out
    if (intervals.length === 0) opening = held
    const own = within?.get(asset)
    if (!own) continue
    const isInOne = stretch.from !== -Infinity && intervalOf(stretch.from).end > stretch.to
    if (isInOne && sideOf(stretch, period) === 'within') {
      add(stretch.from, own)
      continue
    }
    for (const { amount, at, rule } of await walk.read(stretch, { ...period, asset }, options)) {
      if (rule === 'genesis') continue
      if (at === -Infinity) opening = held += amount
      else
        add(at, {
          in: amount > 0n ? amount : 0n,
          out: amount > 0n ? 0n : -amount,
          movements: 1,
        })
    }
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
