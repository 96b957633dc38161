/** Marks the first row of a list, to find the rows that arrived above it since. */
import type { Database } from '#platform/sqlite/database.ts'

/** A row, independent of its position within the block. */
export interface RowMark {
  readonly height: number
  /** Number of its key. */
  readonly key: number
}

/** The first row of a list; undefined if it is empty. */
export const topRow = (database: Database, list: number): RowMark | undefined =>
  database.get<RowMark>(
    'SELECT height, key FROM items WHERE list_id = ? ORDER BY height DESC, rank DESC LIMIT 1',
    list,
  )

/** The current position of the row; if it is gone, the position above its block. */
function placeOfMark(database: Database, list: number, { height, key }: RowMark) {
  const mark = database.get<{ rank: number }>(
    'SELECT rank FROM items WHERE list_id = ? AND height = ? AND key = ?',
    list,
    height,
    key,
  )
  return { height: mark ? height : height + 1, rank: mark?.rank ?? -Infinity }
}

/** Number of rows above the mark. */
export function countAbove(database: Database, list: number, mark: RowMark): number {
  const { height, rank } = placeOfMark(database, list, mark)
  return (
    database.get<{ rows: number }>(
      'SELECT count(*) AS rows FROM items WHERE list_id = ? AND (height, rank) > (?, ?)',
      list,
      height,
      rank,
    )?.rows ?? 0
  )
}

/** One of several lists that are read as one. Without a mark it has no newer rows. */
export interface MarkedList {
  readonly list: number
  readonly mark: RowMark | undefined
}

/** Rows above the marks of several lists, once for each list. A row that one of the lists had before is left out. */
export function newerRows(database: Database, lists: readonly MarkedList[]) {
  if (lists.length === 0) return []
  const places = lists.flatMap(({ list, mark }) => {
    const { height, rank } = mark ? placeOfMark(database, list, mark) : { height: Infinity, rank: 0 }
    return [list, height, rank]
  })
  return database.all<{ body: number; number: number; height: number; key: number }>(
    `WITH marks (list, height, rank) AS (VALUES ${lists.map(() => '(?, ?, ?)').join(', ')})
      SELECT body, number, items.height, key FROM marks
        CROSS JOIN items ON list_id = list AND (items.height, items.rank) > (marks.height, marks.rank)
        WHERE NOT EXISTS (
          SELECT 1 FROM marks AS others CROSS JOIN items AS same
            ON same.list_id = others.list AND same.height = items.height AND same.key = items.key
            AND (same.height, same.rank) <= (others.height, others.rank))`,
    ...places,
  )
}
