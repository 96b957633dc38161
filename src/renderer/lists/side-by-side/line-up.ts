/**
 * Merges the rows of two lists into shared lines: a row that both lists have is on one line, any other row has a line
 * of its own.
 */
import type { ChainPlace, RowMark } from '#shared/rpc/contract/rows.ts'

export interface PositionedRow {
  readonly key: string
  /** Position on the chain; null for rows above all rows with a position, which are pending. */
  readonly place: ChainPlace | null
  /** Whether the other list has the row, as far as that is known. */
  readonly mark: RowMark
}

/** Index of each list's row on the line; undefined where the list has none there. */
export interface Line {
  readonly one: number | undefined
  readonly other: number | undefined
}

/** `direction`: the order of both lists. */
export function lineUp(
  one: readonly PositionedRow[],
  other: readonly PositionedRow[],
  direction: 'asc' | 'desc',
): readonly Line[] {
  const [inOne, inOther] = [one, other].map((rows) => new Set(rows.map(({ key }) => key)))
  /** Whether the row of `one` comes next. A row that the other list has further down waits for that. */
  const takesOne = (row: PositionedRow, beside: PositionedRow) => {
    if (row.key === beside.key || inOne?.has(beside.key)) return true
    return !inOther?.has(row.key) && (compare(row, beside, direction) || (row.key < beside.key ? -1 : 1)) < 0
  }
  const lines: Line[] = []
  let [at, otherAt] = [0, 0]
  for (;;) {
    const [row, beside] = [one[at], other[otherAt]]
    if (!row && !beside) return lines
    const isOne = row !== undefined && (!beside || takesOne(row, beside))
    const isOther = beside !== undefined && (!isOne || row.key === beside.key)
    lines.push({ one: isOne ? at : undefined, other: isOther ? otherAt : undefined })
    // A later row of the other list with this key gets a line of its own.
    if (isOne) inOne?.delete(row.key)
    if (isOther) inOther?.delete(beside.key)
    at += isOne ? 1 : 0
    otherAt += isOther ? 1 : 0
  }
}

/** Negative where the first row is higher up. */
function compare(
  { place: one }: PositionedRow,
  { place: other }: PositionedRow,
  direction: 'asc' | 'desc',
): number {
  if (!one || !other) return Number(one !== null) - Number(other !== null)
  if ('time' in one || 'time' in other) return 0
  const newer = one.block - other.block || (one.index ?? 0) - (other.index ?? 0)
  return direction === 'desc' ? -newer : newer
}
