/**
 * A ledger by intervals: what came in and went out of an asset with the balance at the end, and the number of movements.
 */
import { intervalOf, type IntervalName, type IntervalZone, type TimeInterval } from '#shared/intervals.ts'
import { MAX_LEDGER_INTERVALS, type LedgerActivity, type LedgerSeries } from '#shared/rpc/contract/ledger.ts'
import type { MovementReader, MovementOptions } from './kept/movement-reader.ts'
import { noSums, type Period, type Sums } from './movements.ts'

export interface ActivityRequest extends Period {
  /** Id of an asset; null for all. */
  readonly asset: string | null
  readonly by: IntervalName
  readonly zone: IntervalZone
}
export interface SeriesRequest extends ActivityRequest {
  readonly asset: string
}

/** Series of an asset. A movement without a time (the genesis balance) is part of the opening balance. */
export async function seriesOf(
  reader: MovementReader,
  request: SeriesRequest,
  options: MovementOptions,
): Promise<Omit<LedgerSeries, 'revision'>> {
  const found = await intervalsOf(reader, request, options)
  const { asset, from, to } = request
  const first = found.at(-1)
  const begin = first?.start ?? to
  const before = begin === null ? null : Math.max(from ?? -Infinity, begin)
  const filter = await reader.pick(options)
  const {
    opening: genesis,
    in: came,
    out,
  } = reader.sums({ from: null, to: before }, { asset, filter }).get(asset) ?? noSums()
  const opening = genesis + came - out
  let balance = opening
  return {
    opening: String(opening),
    intervals: found.reverse().map(({ start, end, sums: [sum = noSums()] }) => ({
      start,
      end,
      in: String(sum.in),
      out: String(sum.out),
      closing: String((balance += sum.in - sum.out)),
      movements: sum.movements,
    })),
  }
}

/** Number of movements in each interval; the genesis balance is no movement. */
export async function activityOf(
  reader: MovementReader,
  request: ActivityRequest,
  options: MovementOptions,
): Promise<Omit<LedgerActivity, 'revision'>> {
  const found = await intervalsOf(reader, request, options)
  return {
    intervals: found.reverse().map(({ start, end, sums }) => ({
      start,
      end,
      movements: sums.reduce((count, { movements }) => count + movements, 0),
    })),
  }
}

/** Intervals with movements, newest first, each with the sums of its assets; at most the newest `MAX_LEDGER_INTERVALS`. */
async function intervalsOf(
  reader: MovementReader,
  { asset, by, zone, from, to }: ActivityRequest,
  options: MovementOptions,
): Promise<(TimeInterval & { readonly sums: readonly Sums[] })[]> {
  const found = []
  let rest = reader.span({ from, to })
  let end = to
  while (found.length < MAX_LEDGER_INTERVALS) {
    await reader.takeTurn(options.signal)
    const of = { asset, filter: await reader.pick(options) }
    const last = reader.lastTime(rest, of)
    if (last === undefined) break
    const interval = intervalOf(last, by, zone)
    const period = {
      from: Math.max(from ?? interval.start, interval.start),
      to: Math.min(end ?? interval.end, interval.end),
    }
    const own = reader.since(rest, period.from)
    const sums = by === 'month' ? reader.sums(period, of) : reader.sumsIn(own, of)
    found.push({ ...interval, sums: [...sums.values()] })
    rest = { first: rest.first, end: own.first }
    end = interval.start
  }
  return found
}
