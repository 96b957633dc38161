/** Counts rows per unit of time. */

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const
export type ActivityUnit = (typeof UNITS)[number]

/** In UTC, from the first to the last unit. */
export interface Activity {
  readonly unit: ActivityUnit
  readonly bars: readonly { readonly label: string; readonly count: number }[]
}

/** The unit is the smallest that gives at most this many bars. */
const TARGET_BARS = 40
/** The maximal number of bars, whatever timestamps a chain has. */
const MAX_BARS = 400

/** Times are in ms since 1970. Undefined without times. */
export function activityOf(times: Iterable<number>): Activity | undefined {
  let [first, last] = [Infinity, -Infinity]
  for (const time of times) {
    if (time < first) first = time
    if (time > last) last = time
  }
  if (first > last) return undefined
  const unit = UNITS.find((one) => numberOf(last, one) - numberOf(first, one) < TARGET_BARS) ?? 'year'
  const from = numberOf(first, unit)
  const length = Math.min(MAX_BARS, numberOf(last, unit) - from + 1)
  const counts = new Array<number>(length).fill(0)
  // Most times are in the same unit as the one before.
  const stretch = unit === 'minute' || unit === 'hour' ? LENGTHS[unit] : LENGTHS.day
  let [lastInterval, bar] = [NaN, 0]
  for (const time of times) {
    const own = Math.floor(time / stretch)
    if (own !== lastInterval) {
      lastInterval = own
      bar = Math.min(length - 1, numberOf(time, unit) - from)
    }
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return { unit, bars: counts.map((count, at) => ({ label: labelOf(from + at, unit), count })) }
}

const MINUTE = 60_000
const LENGTHS = { minute: MINUTE, hour: 60 * MINUTE, day: 1_440 * MINUTE } as const
/** Weeks begin on a Monday; 1970 began on a Thursday. */
const WEEK_START = 3
/** The earliest time of a `Date`, in ms. */
const FIRST_TIME = -8.64e15

function numberOf(time: number, unit: ActivityUnit): number {
  if (unit === 'week') return Math.floor((Math.floor(time / LENGTHS.day) + WEEK_START) / 7)
  if (unit === 'month' || unit === 'year') {
    const date = new Date(time)
    return unit === 'year' ? date.getUTCFullYear() : date.getUTCFullYear() * 12 + date.getUTCMonth()
  }
  return Math.floor(time / LENGTHS[unit])
}

/** A label in ISO 8601: `2026`, `2026-01`, `2026-01-02`, `2026-01-02 03:00`. */
function labelOf(number: number, unit: ActivityUnit): string {
  if (unit === 'year') return String(number)
  if (unit === 'month')
    return `${String(Math.floor(number / 12))}-${String((((number % 12) + 12) % 12) + 1).padStart(2, '0')}`
  const time = unit === 'week' ? (number * 7 - WEEK_START) * LENGTHS.day : number * LENGTHS[unit]
  const [date = '', clock = ''] = new Date(Math.max(FIRST_TIME, time)).toISOString().split('T')
  return unit === 'minute' || unit === 'hour' ? `${date} ${clock.slice(0, 5)}` : date
}
