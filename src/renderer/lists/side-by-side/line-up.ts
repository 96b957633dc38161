/** Two lists in one order: a row of both stands on one line, a row of one list has a line of its own. */
import type { ChainPlace, RowMark } from '#shared/rpc/contract/rows.ts'

export interface PlacedRow {
  readonly key: string
  /** Null above all rows that have a place: no block has it yet. */
  readonly place: ChainPlace | null
  /** Whether the other list has it, as far as that is known. */
  readonly mark: RowMark
}

/** The number of the row of either list that stands on a line; undefined where it has none there. */
export interface Line {
  readonly one: number | undefined
  readonly other: number | undefined
}

/** `direction`: of both lists. */
export function lineUp(
  one: readonly PlacedRow[],
  other: readonly PlacedRow[],
  direction: 'asc' | 'desc',
): readonly Line[] {
  const [inOne, inOther] = [one, other].map((rows) => new Set(rows.map(({ key }) => key)))
  /** What the other list has further down waits for it. */
  const takesOne = (row: PlacedRow, beside: PlacedRow) => {
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
    // What stands elsewhere in the other list is a row of its own there.
    if (isOne) inOne?.delete(row.key)
    if (isOther) inOther?.delete(beside.key)
    at += isOne ? 1 : 0
    otherAt += isOther ? 1 : 0
  }
}

/** Below 0 where the first one is higher up. */
function compare({ place: one }: PlacedRow, { place: other }: PlacedRow, direction: 'asc' | 'desc'): number {
  if (!one || !other) return Number(one !== null) - Number(other !== null)
  if ('time' in one || 'time' in other) return 0
  const newer = one.block - other.block || (one.index ?? 0) - (other.index ?? 0)
  return direction === 'desc' ? -newer : newer
}
