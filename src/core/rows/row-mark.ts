/** Rows that came since: those above one that stood first. */
import type { Database } from '#platform/sqlite/database.ts'

/** A row, wherever it is moved to within its block. */
export interface RowMark {
  readonly height: number
  /** A number of its identity. */
  readonly key: number
}

/** The row that stands first. */
export const topRow = (database: Database, list: number): RowMark | undefined =>
  database.get<RowMark>(
    'SELECT height, key FROM items WHERE list_id = ? ORDER BY height DESC, rank DESC LIMIT 1',
    list,
  )

/** So many stand above this one; above its block, where it is not there any more. */
export function countAbove(database: Database, list: number, { height, key }: RowMark): number {
  const mark = database.get<{ rank: number }>(
    'SELECT rank FROM items WHERE list_id = ? AND height = ? AND key = ?',
    list,
    height,
    key,
  )
  return (
    database.get<{ rows: number }>(
      'SELECT count(*) AS rows FROM items WHERE list_id = ? AND (height, rank) > (?, ?)',
      list,
      mark ? height : height + 1,
      mark?.rank ?? -Infinity,
    )?.rows ?? 0
  )
}
