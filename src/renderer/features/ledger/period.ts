/**
 * The period of a statement and the moment of a balance, as texts of date fields: `2025-12-31`, or with a time
 * `2025-12-31T23:59:59`. A text stands for its whole day or second. With daylight saving, two days a year have 23
 * or 25 hours.
 */
import { $gettext } from '#shared/text/gettext.ts'
import { dayOf, periodOf, readDate } from '#shared/query/values.ts'
import { twoDigits } from '#shared/text/two-digits.ts'
import { formatShortTime, type Zone } from '#renderer/lib/format-time.ts'

/** In ms since 1970, from `from` to before `to`. Null for an open end. */
export interface Period {
  readonly from: number | null
  readonly to: number | null
}

/** The formats of date fields. */
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/
/** Adds the seconds, which a date field leaves out if they are 0. */
const whole = (text: string) => (/T\d\d:\d\d$/.test(text) ? `${text}:00` : text)

export const hasTime = (text: string): boolean => MOMENT.test(text)

function spanOf(text: string, zone: Zone) {
  if (!(DAY.test(text) || MOMENT.test(text)) || !readDate(text).ok) return undefined
  const { start, end } = periodOf(whole(text), zone)
  // East of UTC the first day of 1970 begins before the time 0 of chains.
  return end > 0 ? { start: Math.max(0, start), end } : undefined
}

/** True for a valid day or date with time. */
export const isDate = (text: string): boolean => spanOf(text, 'utc') !== undefined

/** The period of two texts; an end is null if its text is empty or no date. */
export const readPeriod = (from: string, to: string, zone: Zone): Period => ({
  from: spanOf(from, zone)?.start ?? null,
  to: spanOf(to, zone)?.end ?? null,
})

export const isBackwards = ({ from, to }: Period) => from !== null && to !== null && to <= from

/** The texts of both fields for the time from `from` to before `to`: days if both ends are at midnight, else with times. */
export function writePeriod(from: number, to: number, zone: Zone): { from: string; to: string } {
  const last = to - 1_000
  const days = { from: writeDay(from, zone), to: writeDay(last, zone) }
  const read = readPeriod(days.from, days.to, zone)
  if (read.from === from && read.to === to) return days
  return { from: writeDateTime(from, zone), to: writeDateTime(last, zone) }
}

const writeDay = (time: number, zone: Zone) => dayOf(new Date(time).toISOString(), zone)
export const writeDateTime = (time: number, zone: Zone) =>
  formatShortTime(new Date(time).toISOString(), zone).replace(' ', 'T')

export interface Preset {
  readonly label: string
  readonly from: string
  readonly to: string
}

const lastDayOf = (year: number, month: number) => twoDigits(new Date(Date.UTC(year, month, 0)).getUTCDate())
const monthOf = (label: string, year: number, month: number): Preset => ({
  label,
  from: `${String(year)}-${twoDigits(month)}-01`,
  to: `${String(year)}-${twoDigits(month)}-${lastDayOf(year, month)}`,
})
const yearOf = (label: string, year: number): Preset => ({
  label: `${label} (${String(year)})`,
  from: `${String(year)}-01-01`,
  to: `${String(year)}-12-31`,
})

/** Common periods of statements. */
export function periodsAt(now: number, zone: Zone): readonly Preset[] {
  const [year = 1970, month = 1] = writeDay(now, zone).split('-').map(Number)
  return [
    yearOf($gettext('Last year'), year - 1),
    yearOf($gettext('This year'), year),
    month === 1
      ? monthOf($gettext('Last month'), year - 1, 12)
      : monthOf($gettext('Last month'), year, month - 1),
    monthOf($gettext('This month'), year, month),
  ]
}

/** Common moments of balances. */
export function balanceDatesAt(now: number, zone: Zone): readonly { label: string; at: string }[] {
  const [lastYear, , lastMonth] = periodsAt(now, zone)
  const end = ({ to }: Preset) => `${to}T23:59:59`
  return lastYear && lastMonth
    ? [
        {
          label: $gettext('End of last year (31 Dec %{year})', { year: lastYear.to.slice(0, 4) }),
          at: end(lastYear),
        },
        { label: $gettext('End of last month'), at: end(lastMonth) },
      ]
    : []
}

/** The name of a zone: `UTC` or `local time (Europe/Berlin)`. */
export const zoneName = (zone: Zone): string =>
  zone === 'utc'
    ? 'UTC'
    : $gettext('local time (%{timeZone})', { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
