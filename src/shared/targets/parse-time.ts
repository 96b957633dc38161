import { utcDay } from '../utc-days.ts'

/**
 * `2026-01-31`, or with a time of day: in UTC, unless it has a zone. Gives ms since 1970; null for a day or time that no
 * calendar has, undefined for what is written otherwise.
 */
export function parseTime(text: string): number | null | undefined {
  const [, day, clock = '00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/i.exec(text) ?? []
  if (day === undefined) return undefined
  const [midnight, time] = [
    Date.parse(`${day}T00:00:00Z`),
    Date.parse(`${day}T${clock}${zone.toUpperCase()}`),
  ]
  // Some parsers read 2026-02-30 as a day of March.
  return Number.isNaN(time) || utcDay(midnight) !== day ? null : time
}
