/** Minutes, hours, days and months, in UTC or in this machine's time zone. */
export const INTERVALS = ['minute', 'hour', 'day', 'month'] as const
export type IntervalName = (typeof INTERVALS)[number]
export type IntervalZone = 'local' | 'utc'

const LENGTHS = { minute: 60_000, hour: 3_600_000 } as const

/** In ms since 1970: from `start` to before `end`. */
export interface TimeInterval {
  readonly start: number
  readonly end: number
}

/** The interval that contains a time. A day with a clock change has 23 or 25 hours. */
export function intervalOf(time: number, by: IntervalName, zone: IntervalZone): TimeInterval {
  const date = new Date(time)
  if (by === 'minute' || by === 'hour') {
    const length = LENGTHS[by]
    // Some zones are offset by half an hour.
    const shift = zone === 'utc' ? 0 : -date.getTimezoneOffset() * 60_000
    const start = Math.floor((time + shift) / length) * length - shift
    return { start, end: start + length }
  }
  const isDay = by === 'day'
  if (zone === 'utc') {
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), isDay ? date.getUTCDate() : 1]
    return {
      start: Date.UTC(year, month, day),
      end: isDay ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1),
    }
  }
  const [year, month, day] = [date.getFullYear(), date.getMonth(), isDay ? date.getDate() : 1]
  const end = isDay ? new Date(year, month, day + 1) : new Date(year, month + 1)
  return { start: new Date(year, month, day).getTime(), end: end.getTime() }
}

/**
 * Makes a function like `intervalOf` that remembers the last interval: successive times are mostly in the same one.
 */
export function createIntervals(by: IntervalName, zone: IntervalZone): (time: number) => TimeInterval {
  let last: TimeInterval = { start: 0, end: 0 }
  return (time) => {
    if (time < last.start || time >= last.end) last = intervalOf(time, by, zone)
    return last
  }
}
