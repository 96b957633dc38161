/**
 * Data of the balance chart: the balance at the end of each day that the source has. Amounts stay exact until they are
 * drawn.
 */
import type { CoinBalanceByDay } from '#shared/chain/coin-balance.ts'
import { DAY_MS } from '#shared/utc-days.ts'

export interface BalanceDay {
  /** `2026-01-31`, in UTC. */
  readonly date: string
  readonly value: bigint
}
export interface BalanceHistory {
  /** Oldest first, one entry a day. */
  readonly days: readonly BalanceDay[]
  readonly highest: BalanceDay
  readonly lowest: BalanceDay
}

/** About 13 years, which no chain has yet. The newest days are kept. */
const MAX_DAYS = 5_000

/** Reads the days of an answer. Returns undefined where no day is readable. */
export function balanceHistoryOf({ items }: CoinBalanceByDay): BalanceHistory | undefined {
  const byDate = new Map<string, bigint>()
  for (const { date, value } of items ?? []) {
    const day = date?.slice(0, 10) ?? ''
    if (value == null || !/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) continue
    byDate.set(day, BigInt(value))
  }
  const days = [...byDate]
    .map(([date, value]) => ({ date, value }))
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(-MAX_DAYS)
  const [first] = days
  if (!first) return undefined
  let [highest, lowest] = [first, first]
  for (const day of days) {
    if (day.value > highest.value) highest = day
    if (day.value < lowest.value) lowest = day
  }
  return { days, highest, lowest }
}

/**
 * Position of a day in the chart. `from` and `to` run from 0 to 1 of the width, `height` from 0 at the lowest balance
 * to 1 at the highest.
 */
export interface PositionedDay {
  readonly day: BalanceDay
  readonly from: number
  /** The start of the next day: a balance stays until it changes. */
  readonly to: number
  readonly height: number
}

const FINE = 10_000n
const dayNumber = ({ date }: BalanceDay) => Math.round(Date.parse(date) / DAY_MS)

export function positionDays({ days, highest, lowest }: BalanceHistory): readonly PositionedDay[] {
  const numbers = days.map(dayNumber)
  const first = numbers[0] ?? 0
  const width = (numbers.at(-1) ?? 0) + 1 - first
  const at = (number: number) => (number - first) / width
  const range = highest.value - lowest.value
  return days.map((day, index) => ({
    day,
    from: at(numbers[index] ?? 0),
    to: at(numbers[index + 1] ?? first + width),
    height: range === 0n ? 0.5 : Number(((day.value - lowest.value) * FINE) / range) / Number(FINE),
  }))
}
