/** The table of stored lists, with the times at which their heads were read. */
import type { Database } from '#platform/sqlite/database.ts'
import { NEXT_USE } from './kept-details.ts'
import { nameList, type ListName, type ListRequest } from './list-name.ts'

export interface ListRow {
  readonly id: number
  readonly readAt: number
  readonly headCursor: Uint8Array | null
  /** A new number at each change of the list. */
  readonly changed: number
}

export const findList = (database: Database, { source, list, params, filters }: ListName) =>
  database.get<ListRow>(
    `SELECT id, read_at AS readAt, head_cursor AS headCursor, changed FROM lists
      WHERE source = ? AND list = ? AND params = ? AND filters = ?`,
    source,
    list,
    params,
    filters,
  )

export function touchList(database: Database, id: number) {
  database.run(`UPDATE lists SET used = ${NEXT_USE} WHERE id = ?`, id)
}

export function insertList(
  database: Database,
  { source, list, params, filters }: ListName,
  readAt: number,
): ListRow {
  const id = database.insert(
    `INSERT INTO lists (source, list, params, filters, read_at, used) VALUES (?, ?, ?, ?, ?, ${NEXT_USE})`,
    source,
    list,
    params,
    filters,
    readAt,
  )
  return { id, readAt, headCursor: null, changed: 0 }
}

/** The ids of those lists that are stored. */
export const listIds = (database: Database, lists: readonly ListRequest[]): number[] =>
  lists.flatMap((request) => {
    return findList(database, nameList(request))?.id ?? []
  })
