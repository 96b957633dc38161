/** Parses amounts and dates in a query. An invalid value is an error: nothing is guessed. */
import { $gettext, currentLocale } from '#shared/text/gettext.ts'
import { twoDigits } from '../text/two-digits.ts'
import { utcDay } from '../utc-days.ts'

/** Digits with or without commas between thousands. `1,5` is ambiguous and so not accepted. */
const AMOUNT = /^([+\-−]?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d+))?$/
const MAX_DIGITS = 100

/** Reads `1,000.50` as `1000.5`; undefined if the text is no amount. */
export function readAmount(text: string): string | undefined {
  const match = AMOUNT.exec(text)
  if (!match || text.length > 2 * MAX_DIGITS) return undefined
  const [, sign = '', typed = '', decimals = ''] = match
  if (typed === '' && decimals === '') return undefined
  const whole = typed.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = decimals.replace(/0+$/, '')
  if (whole.length > MAX_DIGITS || fraction.length > MAX_DIGITS) return undefined
  const number = fraction === '' ? whole : `${whole}.${fraction}`
  return (sign === '-' || sign === '−') && /[1-9]/.test(number) ? `-${number}` : number
}

/** Reads a number without fraction and sign; undefined if the text is none. */
export function readWhole(text: string): string | undefined {
  const number = readAmount(text)
  return number !== undefined && /^\d+$/.test(number) ? number : undefined
}

/** A decimal number as a whole number, with the number of its decimal places. */
export interface Scaled {
  readonly digits: bigint
  readonly places: number
}

/** `number` is a result of `readAmount`. */
export function scaledOf(number: string): Scaled {
  const point = number.indexOf('.')
  const places = point < 0 ? 0 : number.length - point - 1
  return { digits: BigInt(number.replace('.', '')), places }
}

const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?)?)?(Z?)$/
/** There were no chains before this year. */
const FIRST_YEAR = 1970
const LAST_YEAR = 9999

export type ReadDate =
  { readonly ok: true; readonly date: string } | { readonly ok: false; readonly message: string }

/** Reads a date as `2025-01-31`, or returns why it is invalid. */
export function readDate(text: string): ReadDate {
  const match = DATE.exec(text)
  if (!match)
    return wrong(
      $gettext('“%{text}” is no date: write 2025, 2025-01, 2025-01-31 or 2025-01-31T14:30.', {
        text: cut(text),
      }),
    )
  const [, year = '', month, day, hour, minute, second, zone = ''] = match
  if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR)
    return wrong(
      $gettext('“%{text}” is no date of a chain: years begin with %{year}.', {
        text,
        year: FIRST_YEAR,
      }),
    )
  if (month !== undefined && !isWithin(month, 1, 12))
    return wrong($gettext('“%{text}” is no date: there is no month %{month}.', { text, month }))
  if (day !== undefined && !isWithin(day, 1, daysOf(year, month)))
    return wrong(
      $gettext('“%{text}” is no date: %{month} has %{days} days.', {
        text,
        month: monthName(year, month),
        days: daysOf(year, month),
      }),
    )
  if (!isWithin(hour ?? '0', 0, 23) || !isWithin(minute ?? '0', 0, 59) || !isWithin(second ?? '0', 0, 59))
    return wrong($gettext('“%{text}” is no date: there is no such time of day.', { text }))
  const days = [year, month, day].filter((part) => part !== undefined).map(twoDigits)
  const clock = [hour, minute, second].filter((part) => part !== undefined).map(twoDigits)
  return { ok: true, date: days.join('-') + (clock.length === 0 ? '' : `T${clock.join(':')}`) + zone }
}

const wrong = (message: string): ReadDate => ({ ok: false, message })
/** `February 2025`. */
const monthName = (year: string, month = '1') =>
  new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(Number(year), Number(month) - 1),
  )
const isWithin = (text: string, least: number, most: number) => Number(text) >= least && Number(text) <= most
const daysOf = (year: string, month = '1') => new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()

/** Milliseconds since 1970; `start` is included, `end` is not. */
export interface Period {
  readonly start: number
  readonly end: number
}

/** The period of a date from `readDate`: a whole year, month, day, minute or second. */
export function periodOf(date: string, zone: 'local' | 'utc'): Period {
  const parts = date.replace('Z', '').split(/[-T:]/).map(Number)
  const next = parts.map((part, at) => (at === parts.length - 1 ? part + 1 : part))
  const isUtc = zone === 'utc' || date.endsWith('Z')
  return { start: instantOf(parts, isUtc), end: instantOf(next, isUtc) }
}

function instantOf(parts: readonly number[], isUtc: boolean): number {
  const [year = FIRST_YEAR, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
  return isUtc
    ? Date.UTC(year, month - 1, day, hour, minute, second)
    : new Date(year, month - 1, day, hour, minute, second).getTime()
}

/** The day of a time as `2025-01-31`, in the given zone. */
export function dayOf(time: string, zone: 'local' | 'utc'): string {
  const at = new Date(time)
  if (zone === 'utc') return utcDay(at.getTime())
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
}

const MAX_QUOTED = 40
/** Shortens a typed text so that a sentence can quote it. */
export const cut = (text: string) => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)
