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

/** Where it stands now; above its block, where it is not there any more. */
function placeOfMark(database: Database, list: number, { height, key }: RowMark) {
  const mark = database.get<{ rank: number }>(
    'SELECT rank FROM items WHERE list_id = ? AND height = ? AND key = ?',
    list,
    height,
    key,
  )
  return { height: mark ? height : height + 1, rank: mark?.rank ?? -Infinity }
}

/** So many stand above this one. */
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

/** One of several lists that are one; without a mark nothing of it is new. */
export interface MarkedList {
  readonly list: number
  readonly mark: RowMark | undefined
}

/** Rows above the marks of several lists: each once a list. What one of them had already is not among them. */
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
