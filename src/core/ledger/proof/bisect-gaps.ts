/** Locates gaps by bisection: requests the balance before and after transactions to find where it differs from the sum. */
import type { PositionedMovement } from '../movements.ts'
import type { Gap } from './coin-history.ts'

export interface Observed {
  readonly before: bigint
  readonly after: bigint
}

/**
 * The balances of the asset before and after a transaction; undefined if the source does not know them, or the limit of
 * requests is reached.
 */
type Observe = (transaction: string) => Promise<Observed | undefined>

/** A transaction with the range of its movements, from `first` to before `end`. */
interface Stop {
  readonly transaction: string
  readonly first: number
  readonly end: number
  readonly before: bigint
  readonly after: bigint
}

export interface BisectOptions {
  /** Movements of one asset, oldest first. */
  readonly movements: readonly PositionedMovement[]
  readonly reported: bigint
  readonly observe: Observe
  readonly maxGaps: number
}

export async function bisectGaps({ movements, reported, observe, maxGaps }: BisectOptions): Promise<Gap[]> {
  const stops = stopsOf(movements)
  const total = reported - movements.reduce((sum, { amount }) => sum + amount, 0n)
  const gaps: Gap[] = []
  let [missing, from] = [0n, -1]
  while (missing !== total && gaps.length < maxGaps) {
    const found = await nextGap({ stops, from, missing, observe, total, count: movements.length })
    gaps.push(found.gap)
    missing += found.gap.amount
    from = found.at
  }
  return gaps
}

interface Search {
  readonly stops: readonly Stop[]
  /** Index of the stop up to which the missing amount is known. */
  readonly from: number
  readonly missing: bigint
  readonly total: bigint
  readonly count: number
  readonly observe: Observe
}

/** Finds the next gap. `at`: index of the stop after which the sums match again. */
async function nextGap({
  stops,
  from,
  missing,
  total,
  count,
  observe,
}: Search): Promise<{ gap: Gap; at: number }> {
  let [low, high] = [from, stops.length]
  let atHigh = total - missing
  const unknown = new Set<number>()
  for (;;) {
    const middle = middleOf(low, high, unknown)
    const stop = stops[middle]
    if (!stop) break
    const seen = await observe(stop.transaction)
    if (!seen) {
      unknown.add(middle)
      continue
    }
    const [before, after] = [seen.before - stop.before - missing, seen.after - stop.after - missing]
    if (before !== 0n) [high, atHigh] = [middle, before]
    else if (after === 0n) low = middle
    else {
      const { transaction, first, end } = stop
      return { gap: { amount: after, after: first - 1, before: end, block: null, transaction }, at: middle }
    }
  }
  const gap = {
    amount: atHigh,
    after: (stops[low]?.end ?? 0) - 1,
    before: stops[high]?.first ?? count,
    block: null,
    transaction: null,
  }
  return { gap, at: high < stops.length ? high - 1 : stops.length }
}

/** The stop nearest to the middle that may be asked; -1 if there is none. */
function middleOf(low: number, high: number, unknown: ReadonlySet<number>): number {
  const middle = (low + high) >> 1
  for (let by = 0; by < high - low; by += 1)
    for (const at of [middle - by, middle + by]) if (at > low && at < high && !unknown.has(at)) return at
  return -1
}

function stopsOf(movements: readonly PositionedMovement[]): Stop[] {
  const stops: Stop[] = []
  let sum = 0n
  for (const [at, { transaction, amount, block }] of movements.entries()) {
    const before = sum
    sum += amount
    const last = stops.at(-1)
    if (last?.end === at && last.transaction === transaction)
      stops[stops.length - 1] = { ...last, end: at + 1, after: sum }
    // The block's miner is paid for each transaction, but the movement is at the end of the block, so these stops can't be
    // compared.
    else if (transaction !== null && !isPaidIn(movements, at, block))
      stops.push({ transaction, first: at, end: at + 1, before, after: sum })
  }
  return stops
}

function isPaidIn(movements: readonly PositionedMovement[], from: number, block: number): boolean {
  for (let at = from; movements[at]?.block === block; at += 1)
    if (movements[at]?.rule === 'block-reward') return true
  return false
}
