/**
 * Keeps the archive below its limit: the least recently used list is evicted first, and of a list its oldest rows.
 * Lists that a person keeps stay.
 */
import type { Database } from '#platform/sqlite/database.ts'
import { bytesInUse, shrink } from './archive-file.ts'
import type { RowStore } from '../rows/row-store.ts'

/** The number of pages evicted at a time, so that no read waits long. */
const PAGES_PER_STEP = 40
/** The part of the limit down to which it evicts, so that not every write evicts again. */
const TARGET = 0.9

/** Returns whether to continue. Each step is a transaction. */
export function evictStep(
  database: Database,
  rows: RowStore,
  limit: number,
  kept: readonly number[] = [],
): boolean {
  database.transaction(() => {
    const list = leastUsedList(database, kept)
    const detail = database.get<{ used: number }>('SELECT used FROM details ORDER BY used LIMIT 1')
    if (detail && (!list || detail.used < list.used))
      database.run(
        'DELETE FROM details WHERE used <= ? AND used < ?',
        detail.used + PAGES_PER_STEP,
        list?.used ?? Infinity,
      )
    else if (list && !rows.removeOldest(list.id, PAGES_PER_STEP))
      database.run('DELETE FROM lists WHERE id = ?', list.id)
  })
  const goesOn = bytesInUse(database) > limit * TARGET && canEvict(database, kept)
  if (!goesOn) {
    rows.names.removeUnused()
    shrink(database)
  }
  return goesOn
}

export const isOverLimit = (database: Database, limit: number) => bytesInUse(database) > limit

/** Lists that are derived from others go first. `kept`: the ids of lists that stay. */
const leastUsedList = (database: Database, kept: readonly number[]) =>
  database.get<{ id: number; used: number }>(
    'SELECT id, used FROM lists WHERE id NOT IN (SELECT value FROM json_each(?)) ORDER BY instr(params, \'"others"\') = 0, used LIMIT 1',
    JSON.stringify(kept),
  )

/** Whether there is evictable data. */
export const canEvict = (database: Database, kept: readonly number[]) =>
  leastUsedList(database, kept) !== undefined || database.get('SELECT 1 FROM details LIMIT 1') !== undefined
