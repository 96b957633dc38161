/** Data of the pictures of a ledger: numbers for the canvas, and exact texts beside them. */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { IntervalName } from '#shared/intervals.ts'
import type { LedgerAsset, LedgerInterval } from '#shared/rpc/contract/ledger.ts'
import { formatAmount } from '#shared/units.ts'
import { formatShortTime, type Zone } from '#renderer/lib/format-time.ts'
import type { Coin } from '../ledger-labels.ts'
import type { Period } from '../period.ts'

/** The address, asset and options that all pictures share. */
export interface PictureOf {
  readonly source: string
  readonly hash: string
  readonly coin: Coin
  readonly asset: LedgerAsset
  readonly period: Period
  readonly withSpam: boolean
  /** Addresses counted together with `hash`. */
  readonly others?: string[]
  readonly withWithin?: boolean
  /** Revision of the ledger; a new one reads the numbers again. */
  readonly revision: number
}

const LENGTH_OF_NAME = { minute: 16, hour: 16, day: 10, month: 7 } as const

/** Names of intervals, as in `by day`. */
export const INTERVAL_NAMES: Readonly<Record<IntervalName, string>> = {
  minute: $msgid('minute'),
  hour: $msgid('hour'),
  day: $msgid('day'),
  month: $msgid('month'),
}

/** The start of an interval: `2025-03-31 14:05`, `2025-03-31 14:00`, `2025-03-31` or `2025-03`. */
export const nameInterval = (start: number, by: IntervalName, zone: Zone): string =>
  formatShortTime(new Date(start).toISOString(), zone).slice(0, LENGTH_OF_NAME[by])

/** An amount as a number, for the canvas only: its few hundred pixels need no more digits. */
export const toNumber = (amount: string, decimals: number): number => Number(amount) / 10 ** decimals

export interface Unit {
  readonly decimals: number
  readonly name: string
}

/** The exact amounts of an interval: the balance at its end, in and out. */
export function describeInterval(
  interval: LedgerInterval,
  by: IntervalName,
  { unit, zone }: { readonly unit: Unit; readonly zone: Zone },
): string {
  const exact = (amount: string) => `${formatAmount(amount, unit.decimals)} ${unit.name}`
  const name = nameInterval(interval.start, by, zone)
  return $gettext('%{name}: %{held}, in %{came}, out %{went}', {
    name,
    held: exact(interval.closing),
    came: exact(interval.in),
    went: exact(interval.out),
  })
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 })
const LONG = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })

/** Labels of an axis: short, or with as many digits as it takes to tell close values apart. */
export function formatTicks(values: readonly number[]): readonly string[] {
  const short = values.map((value) => SHORT.format(value))
  return new Set(short).size === values.length ? short : values.map((value) => LONG.format(value))
}
