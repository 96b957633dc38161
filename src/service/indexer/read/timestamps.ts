/** Farthest time a JavaScript date knows, in unix seconds: a chain can claim any. */
const FARTHEST = 8_640_000_000_000

/** Unix seconds as the API writes a time: UTC with microseconds. */
export function timestampText(seconds: number): string {
  const date = new Date(Math.min(seconds, FARTHEST) * 1000).toISOString()
  return date.replace(/\.\d+Z$/, '.000000Z')
}
