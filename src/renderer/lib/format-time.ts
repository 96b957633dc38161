/** Times as the person set them: how long ago or when, in local time or UTC. Input: ISO text, microseconds or none. */
export type TimeMode = 'relative' | 'absolute'
export type Zone = 'local' | 'utc'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** `12 s`, `2 min`, `3 h`, `4 d`, `2 y`. A time ahead of the clock by little is `now`, by much `in 3 h`. */
export function formatAge(timestamp: string, now: number): string {
  const then = Date.parse(timestamp)
  if (Number.isNaN(then)) return timestamp
  const seconds = Math.floor((now - then) / 1000)
  if (seconds < -MINUTE) return `in ${span(-seconds)}`
  return seconds < 2 ? 'now' : span(seconds)
}

/** The same within a sentence: `12 s ago`, `now`, `in 3 h`. */
export const formatAgo = (ago: string) => (/^\d+ \w+$/.test(ago) ? `${ago} ago` : ago)

function span(seconds: number): string {
  if (seconds < MINUTE) return `${String(seconds)} s`
  if (seconds < HOUR) return `${String(Math.floor(seconds / MINUTE))} min`
  if (seconds < DAY) return `${String(Math.floor(seconds / HOUR))} h`
  if (seconds < YEAR) return `${String(Math.floor(seconds / DAY))} d`
  return `${String(Math.floor(seconds / YEAR))} y`
}

/** `45 s`, `2 min`, `3 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${String(Math.max(1, Math.round(seconds)))} s`
  if (seconds < 3_600) return `${String(Math.round(seconds / 60))} min`
  return `${String(Math.round(seconds / 3_600))} h`
}

/** `20 Nov 2026, 14:22:11 UTC`, or `20 Nov 2026, 16:22:11 local (UTC+2)`: which zone it is in is never left to guess. */
export function formatFullTime(timestamp: string, zone: Zone): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return timestamp
  const [year, month, day, hour, minute, second] = parts(date, zone)
  const clock = [hour, minute, second].map(two).join(':')
  const mark = zone === 'utc' ? 'UTC' : `local (${offset(-date.getTimezoneOffset())})`
  return `${String(day)} ${MONTHS[month] ?? ''} ${String(year)}, ${clock} ${mark}`
}

/** `UTC+2`, `UTC−3:30`. */
function offset(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const rest = Math.abs(minutes) % MINUTE
  const hours = String(Math.floor(Math.abs(minutes) / MINUTE))
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`
}

/** `2026-11-20 14:22:11`: what a row has room for; it sorts as text. */
export function formatShortTime(timestamp: string, zone: Zone): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return timestamp
  const [year, month, day, hour, minute, second] = parts(date, zone)
  return `${String(year)}-${two(month + 1)}-${two(day)} ${[hour, minute, second].map(two).join(':')}`
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

const two = (value: number) => String(value).padStart(2, '0')
