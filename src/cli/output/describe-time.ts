/** `2026-01-31 23:59:59` in UTC; empty for an invalid time. `time`: a text of the API, or ms since 1970. */
export function describeTime(time: string | number | null | undefined): string {
  const at = new Date(time ?? NaN)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 19).replace('T', ' ')
}
