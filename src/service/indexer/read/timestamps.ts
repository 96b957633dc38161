/** The latest time of a JavaScript date, in unix seconds: a chain can claim any time. */
const MAX_SECONDS = 8_640_000_000_000

/** Unix seconds as the API writes a time: UTC with microseconds. */
export function formatTimestamp(seconds: number): string {
  const date = new Date(Math.min(seconds, MAX_SECONDS) * 1000).toISOString()
  return date.replace(/\.\d+Z$/, '.000000Z')
}
