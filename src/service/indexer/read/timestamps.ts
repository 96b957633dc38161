/** The latest time of a JavaScript date, in unix seconds: a chain can claim any time. */
const MAX_SECONDS = 8_640_000_000_000

/** From one time to a later one; 0 where one of them is beyond any date. */
export const millisecondsBetween = (earlier: number, later: number): number =>
  later > MAX_SECONDS ? 0 : Math.max(0, later - earlier) * 1000

let last: { readonly seconds: number; readonly text: string } = { seconds: NaN, text: '' }

/** Unix seconds as the API writes a time: UTC with microseconds; null where no date is so late. */
export function formatTimestamp(seconds: number): string | null {
  if (seconds > MAX_SECONDS) return null
  // Rows of one block come one after another. The milliseconds of a whole second are three noughts.
  if (seconds !== last.seconds)
    last = { seconds, text: `${new Date(seconds * 1000).toISOString().slice(0, -1)}000Z` }
  return last.text
}
