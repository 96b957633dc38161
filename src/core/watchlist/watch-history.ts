/** The history of changes to watched addresses, for undoing them, also after a restart. */
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { WatchRow } from './watch-rows.ts'

/** A row before a change; null if it did not exist. */
export interface Touched {
  readonly id: number
  readonly before: WatchRow | null
  readonly now: 'written' | 'removed'
}

const MAX_KEPT = 50

/** Returns the number for undoing it. */
export function writeHistory(store: Database, revision: number, touched: readonly Touched[]): number {
  const row = store.get<{ id: number }>(
    'INSERT INTO watch_history (revision, before) VALUES (?, ?) RETURNING id',
    revision,
    JSON.stringify(touched),
  )
  store.run('DELETE FROM watch_history WHERE id <= ?', (row?.id ?? 0) - MAX_KEPT)
  return row?.id ?? 0
}

/** Removes a change from the history, because it can be undone once. Throws not_found. */
export function takeHistory(store: Database, id: number): { revision: number; touched: readonly Touched[] } {
  const row = store.get<{ revision: number; before: string }>(
    'SELECT revision, before FROM watch_history WHERE id = ?',
    id,
  )
  if (!row) throw new ChainglassFailure({ code: 'not_found', reason: 'undo_gone' })
  store.run('DELETE FROM watch_history WHERE id = ?', id)
  return { revision: row.revision, touched: JSON.parse(row.before) as Touched[] }
}
