/** What the charts of a list show: computed from its loaded rows, exact where it is money. */
import { $ngettext } from '#shared/text/gettext.ts'
import type { TokenBalance } from '#shared/chain/token.ts'
import { isCoin, type Coin } from '#shared/source.ts'
import { multiplyByPrice } from '#shared/units.ts'
import { tokenLabel } from '#renderer/entities/token/token-cell.ts'
import type { GridRows } from '#renderer/ui/grid/grid-row.ts'

/** `balance`: of the source's days, not of the loaded rows. */
export type ChartKind = 'holdings' | 'activity' | 'balance'

/** A part of what is held; in cents. */
export interface Holding {
  readonly name: string
  readonly cents: bigint
  /** Of all that have a price, from 0 to 1. */
  readonly share: number
}
export interface Holdings {
  readonly total: bigint
  readonly parts: readonly Holding[]
  /** How many have no price, and are in none of it. */
  readonly unpriced: number
}

/** The largest holdings by value, and the others together. The coin by its contract is none of the tokens. */
export function holdingsOf(rows: GridRows, coin: Coin, max = 8): Holdings {
  const byToken = new Map<string, { name: string; cents: bigint }>()
  const unpriced = new Set<string>()
  eachItem(rows, (item: TokenBalance) => {
    const { token, value } = item
    if (isCoin(coin, token)) return
    const key = token.address_hash.toLowerCase()
    const cents =
      value == null || token.decimals == null || token.exchange_rate == null
        ? undefined
        : multiplyByPrice(value, token.decimals, token.exchange_rate)
    if (cents === undefined) unpriced.add(key)
    else
      byToken.set(key, { name: tokenLabel(token, 'symbol'), cents: cents + (byToken.get(key)?.cents ?? 0n) })
  })
  const all = [...byToken.values()].sort((a, b) => (a.cents === b.cents ? 0 : a.cents > b.cents ? -1 : 1))
  const total = sum(all)
  const rest = all.slice(max)
  const others =
    rest.length === 0
      ? []
      : [
          {
            name: $ngettext('%{count} other', '%{count} others', rest.length, { count: rest.length }),
            cents: sum(rest),
          },
        ]
  const shareOf = (cents: bigint) => (total === 0n ? 0 : Number((cents * 10_000n) / total) / 10_000)
  return {
    total,
    parts: [...all.slice(0, max), ...others].map((one) => ({ ...one, share: shareOf(one.cents) })),
    unpriced: unpriced.size,
  }
}

const sum = (parts: readonly { readonly cents: bigint }[]) =>
  parts.reduce((all, { cents }) => all + cents, 0n)

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const
export type ActivityUnit = (typeof UNITS)[number]

/** How many rows there are in each unit of time, in UTC, from the first to the last. */
export interface Activity {
  readonly unit: ActivityUnit
  readonly bars: readonly { readonly label: string; readonly count: number }[]
}

/** The smallest unit in which the range has no more bars than these. */
const TARGET_BARS = 40
/** Whatever a clock of a chain says: as many, and no more, are drawn. */
const MAX_BARS = 400

/** Undefined where no row has a time. */
export function activityOf(rows: GridRows): Activity | undefined {
  const times: number[] = []
  eachItem(rows, ({ timestamp }: { timestamp?: string | null }) => {
    const time = timestamp == null ? NaN : Date.parse(timestamp)
    if (!Number.isNaN(time)) times.push(time)
  })
  if (times.length === 0) return undefined
  let [first, last] = [Infinity, -Infinity]
  for (const time of times) {
    first = Math.min(first, time)
    last = Math.max(last, time)
  }
  const unit = UNITS.find((one) => numberOf(last, one) - numberOf(first, one) < TARGET_BARS) ?? 'year'
  const from = numberOf(first, unit)
  const length = Math.min(MAX_BARS, numberOf(last, unit) - from + 1)
  const counts = new Array<number>(length).fill(0)
  for (const time of times) {
    const at = Math.min(length - 1, numberOf(time, unit) - from)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return { unit, bars: counts.map((count, at) => ({ label: labelOf(from + at, unit), count })) }
}

const MINUTE = 60_000
const LENGTHS = { minute: MINUTE, hour: 60 * MINUTE, day: 1_440 * MINUTE } as const
/** Weeks begin on a Monday; 1970 began on a Thursday. */
const WEEK_START = 3

function numberOf(time: number, unit: ActivityUnit): number {
  if (unit === 'week') return Math.floor((Math.floor(time / LENGTHS.day) + WEEK_START) / 7)
  if (unit === 'month' || unit === 'year') {
    const date = new Date(time)
    return unit === 'year' ? date.getUTCFullYear() : date.getUTCFullYear() * 12 + date.getUTCMonth()
  }
  return Math.floor(time / LENGTHS[unit])
}

/** As ISO 8601 writes it: `2026`, `2026-01`, `2026-01-02`, `2026-01-02 03:00`. */
function labelOf(number: number, unit: ActivityUnit): string {
  if (unit === 'year') return String(number)
  if (unit === 'month')
    return `${String(Math.floor(number / 12))}-${String((number % 12) + 1).padStart(2, '0')}`
  const time = unit === 'week' ? (number * 7 - WEEK_START) * LENGTHS.day : number * LENGTHS[unit]
  const iso = new Date(time).toISOString().replace('T', ' ')
  return iso.slice(0, unit === 'minute' || unit === 'hour' ? 16 : 10)
}

function eachItem(rows: GridRows, visit: (item: never) => void): void {
  for (let index = 0; index < rows.count; index++) {
    const row = rows.at(index)
    if (row?.kind === 'item') visit(row.item as never)
  }
}
