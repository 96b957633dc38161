/** What the pictures of a ledger are drawn of: numbers for the canvas, and the exact texts beside them. */
import type { LedgerInterval } from '#shared/rpc/contract/ledger.ts'
import { formatAmount } from '#shared/units.ts'

export type Interval = 'hour' | 'day' | 'month'

const LENGTH_OF_NAME = { hour: 16, day: 10, month: 7 } as const

/** `2025-03-31 14:00`, `2025-03-31`, `2025-03`. */
export function nameInterval({ start }: LedgerInterval, by: Interval): string {
  return new Date(start).toISOString().slice(0, LENGTH_OF_NAME[by]).replace('T', ' ')
}

/** When it is over, in ms since 1970. */
export function endOf({ start }: LedgerInterval, by: Interval): number {
  const date = new Date(start)
  if (by === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
  return start + (by === 'day' ? 86_400_000 : 3_600_000)
}

/** For the picture only: a canvas has some hundred pixels, and no use for more digits than a number has. */
export const toNumber = (amount: string, decimals: number): number => Number(amount) / 10 ** decimals

/** What was held at its end, what came and what went: exact. */
export function describeInterval(
  interval: LedgerInterval,
  by: Interval,
  unit: { readonly decimals: number; readonly name: string },
): string {
  const exact = (amount: string) => `${formatAmount(amount, unit.decimals)} ${unit.name}`
  return `${nameInterval(interval, by)}: ${exact(interval.closing)}, in ${exact(interval.in)}, out ${exact(interval.out)}`
}
