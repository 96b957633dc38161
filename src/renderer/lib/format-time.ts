/**
 * Formats times by the settings: as age or as date and time, in local time or UTC. Input: ISO text, microseconds or
 * none.
 */
import { HOUR, inHours, inMinutes, inSeconds, MINUTE } from '#shared/text/format-duration.ts'
import { $gettext, currentLocale } from '#shared/text/gettext.ts'
import { twoDigits } from '#shared/text/two-digits.ts'

export type TimeMode = 'relative' | 'absolute'
export type Zone = 'local' | 'utc'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** For example `12 s`, `2 min`, `3 h`, `4 d` or `2 y`. A time slightly in the future is `now`, a later one `in 3 h`. */
export const formatAge = (timestamp: string, now: number): string => age(timestamp, now, (past) => past)

/** The age within a sentence: `12 s ago`, `now`, `in 3 h`. */
export const formatAgo = (timestamp: string, now: number): string =>
  age(timestamp, now, (past) => $gettext('%{time} ago', { time: past }))

function age(timestamp: string, now: number, describePast: (past: string) => string): string {
  const then = Date.parse(timestamp)
  if (Number.isNaN(then)) return timestamp
  const seconds = Math.floor((now - then) / 1000)
  if (seconds < -MINUTE) return $gettext('in %{time}', { time: span(-seconds) })
  return seconds < 2 ? $gettext('now') : describePast(span(seconds))
}

function span(seconds: number): string {
  if (seconds < MINUTE) return inSeconds(seconds)
  if (seconds < HOUR) return inMinutes(Math.floor(seconds / MINUTE))
  if (seconds < DAY) return inHours(Math.floor(seconds / HOUR))
  if (seconds < YEAR) return $gettext('%{count} d', { count: Math.floor(seconds / DAY) })
  return $gettext('%{count} y', { count: Math.floor(seconds / YEAR) })
}

/** `20 Nov 2026, 14:22:11 UTC`, or `20 Nov 2026, 16:22:11 local (UTC+2)`. Always names the zone. */
export function formatFullTime(timestamp: string, zone: Zone): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return timestamp
  const [, , , hour, minute, second] = parts(date, zone)
  const clock = [hour, minute, second].map(twoDigits).join(':')
  const mark =
    zone === 'utc' ? 'UTC' : $gettext('local (%{offset})', { offset: offset(-date.getTimezoneOffset()) })
  return `${formatDay(date, zone)}, ${clock} ${mark}`
}

/** `20 Nov 2026`, in the order of the language. */
function formatDay(date: Date, zone: Zone): string {
  const locale = currentLocale()
  if (locale !== 'en') return dayFormat(locale, zone).format(date)
  const [year, month, day] = parts(date, zone)
  return `${String(day)} ${MONTHS[month] ?? ''} ${String(year)}`
}

/** Cached: creating a formatter takes longer than all formatting with it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()
function dayFormat(locale: string, zone: Zone): Intl.DateTimeFormat {
  const key = `${locale} ${zone}`
  const known = dayFormats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    ...(zone === 'utc' && { timeZone: 'UTC' }),
  })
  dayFormats.set(key, made)
  return made
}

/** For example `UTC+2` or `UTC−3:30`. */
function offset(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const rest = Math.abs(minutes) % MINUTE
  const hours = String(Math.floor(Math.abs(minutes) / MINUTE))
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${twoDigits(rest)}`}`
}

/** `2026-11-20 14:22:11`, short enough for a row. Sorts as text. */
export function formatShortTime(timestamp: string, zone: Zone): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return timestamp
  const [year, month, day, hour, minute, second] = parts(date, zone)
  return `${String(year)}-${twoDigits(month + 1)}-${twoDigits(day)} ${[hour, minute, second].map(twoDigits).join(':')}`
}

const parts = (date: Date, zone: Zone): [number, number, number, number, number, number] =>
  zone === 'utc'
    ? [
        date.getUTCFullYear(),
        date.getUTCMonth(),
        date.getUTCDate(),
        date.getUTCHours(),
        date.getUTCMinutes(),
        date.getUTCSeconds(),
      ]
    : [
        date.getFullYear(),
        date.getMonth(),
        date.getDate(),
        date.getHours(),
        date.getMinutes(),
        date.getSeconds(),
      ]
