/** Replaces items about which more is known now; the rows keep their positions. */
import type { Database } from '#platform/sqlite/database.ts'
import { ADDRESS } from './names.ts'
import type { RowStore } from './row-store.ts'

/** The bodies of a list; if `receiver` is given, those with a row that it receives. */
export function bodiesOf(database: Database, list: number, receiver: string | undefined): number[] {
  const found =
    receiver === undefined
      ? database.all<{ id: number }>('SELECT id FROM bodies WHERE list_id = ?', list)
      : database.all<{ id: number }>(
          `SELECT DISTINCT body AS id FROM items WHERE list_id = ?
            AND receiver IN (SELECT id FROM names WHERE kind = ? AND hash = ?)`,
          list,
          ADDRESS,
          Buffer.from(receiver.slice(2), 'hex'),
        )
  return found.map(({ id }) => id)
}

/** Renews a body; returns whether any item has changed. Call it within a transaction. */
export function renewBody(
  store: RowStore,
  list: number,
  id: number,
  renewed: (item: unknown) => unknown,
): boolean {
  const body = store.bodyOfItem(list, { body: id })
  if (!body) return false
  const rows = store.rowsOf(body)
  const now = rows.map((row) => (row.unread ? row : { ...row, item: renewed(row.item) }))
  if (now.every(({ item }, at) => item === rows[at]?.item)) return false
  store.names.begin()
  store.touch(list)
  store.replaceBody(list, body, now, body.readAt)
  return true
}
