/** Which rows of a list another one has, too. */
import type { RowPlace } from './row-place.ts'

/** `unknown`: the other list is not loaded as far as the row. */
export type RowMark = 'here' | 'both' | 'unknown'

/** What is known of the other list. */
export interface OtherRows {
  has(key: string): boolean
  /** Whether a row of this place would be known. */
  covers(place: RowPlace | undefined): boolean
}

export function markOf(key: string, place: RowPlace | undefined, other: OtherRows): RowMark {
  if (other.has(key)) return 'both'
  return other.covers(place) ? 'here' : 'unknown'
}

export type MarkCounts = Readonly<Record<RowMark, number>>

/** Of all items of a list. */
export function countMarks(
  items: Iterable<{ readonly key: string; readonly place: RowPlace | undefined }>,
  other: OtherRows,
): MarkCounts {
  const counts = { here: 0, both: 0, unknown: 0 }
  for (const { key, place } of items) counts[markOf(key, place, other)] += 1
  return counts
}
