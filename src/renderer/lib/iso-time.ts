/** A time as ISO 8601 in UTC. Returns text that is no time as it is. */
export function isoTime(time: string | null | undefined): string {
  const at = time == null ? NaN : Date.parse(time)
  return Number.isNaN(at) ? (time ?? '') : new Date(at).toISOString()
}
