/** The table of lists: which are held, and when their heads were read. */
import type { Database } from '#platform/sqlite/database.ts'
import { NEXT_USE } from './held-details.ts'
import { nameHeldList, type HeldListName, type ListRequest } from './held-list.ts'

export interface ListRow {
  readonly id: number
  readonly readAt: number
  readonly headCursor: Uint8Array | null
}

export const findList = (database: Database, { source, list, params, filters }: HeldListName) =>
  database.get<ListRow>(
    `SELECT id, read_at AS readAt, head_cursor AS headCursor FROM lists
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
  { source, list, params, filters }: HeldListName,
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
  return { id, readAt, headCursor: null }
}

/** Of those that are held. */
export const listIds = (database: Database, lists: readonly ListRequest[]): number[] =>
  lists.flatMap((request) => {
    const name = nameHeldList(request)
    return (name && findList(database, name)?.id) ?? []
  })
