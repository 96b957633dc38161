/** How many movements there are in each minute, hour or day. */
import { createIntervals, type IntervalName, type IntervalZone } from '#shared/intervals.ts'
import { MAX_LEDGER_INTERVALS, type LedgerActivity } from '#shared/rpc/contract/ledger.ts'
import type { SumsByAsset } from './movement-reader.ts'
import { sideOf, type MovementWalk, type Period, type WalkOptions } from './walk-movements.ts'

export interface ActivityRequest extends Period {
  /** The id of one asset; null for all. */
  readonly asset: string | null
  readonly by: Exclude<IntervalName, 'month'>
  readonly zone: IntervalZone
}

/** What was there before everything did not move. */
export async function activityOf(
  walk: MovementWalk,
  { asset, by, zone, ...period }: ActivityRequest,
  options: WalkOptions,
): Promise<Omit<LedgerActivity, 'revision'>> {
  const intervalOf = createIntervals(by, zone)
  const counts: { start: number; end: number; movements: number }[] = []
  function add(time: number, movements: number) {
    const { start, end } = intervalOf(time)
    const last = counts.at(-1)
    if (last?.start === start) last.movements += movements
    else counts.push({ start, end, movements })
    // Only the newest are told.
    if (counts.length > 2 * MAX_LEDGER_INTERVALS) counts.splice(0, MAX_LEDGER_INTERVALS)
  }
  for await (const { stretch, within } of walk.sums(period, options)) {
    const count = within ? movementsIn(within, asset) : 0
    if (count === 0) continue
    const isInOne = stretch.from !== -Infinity && intervalOf(stretch.from).end > stretch.to
    if (isInOne && sideOf(stretch, period) === 'within') add(stretch.from, count)
    else
      for (const { at, rule } of await walk.read(stretch, { ...period, asset }, options))
        if (rule !== 'genesis' && at !== -Infinity) add(at, 1)
  }
  return { intervals: counts.slice(-MAX_LEDGER_INTERVALS) }
}

function movementsIn(sums: SumsByAsset, asset: string | null): number {
  if (asset !== null) return sums.get(asset)?.movements ?? 0
  let count = 0
  for (const { movements } of sums.values()) count += movements
  return count
}
