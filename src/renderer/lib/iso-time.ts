/** ISO 8601 in UTC; what is no time stays as it came. */
export function isoTime(time: string | null | undefined): string {
  const at = time == null ? NaN : Date.parse(time)
  return Number.isNaN(at) ? (time ?? '') : new Date(at).toISOString()
}
