/**
 * Keeps the archive below its limit: what was used longest ago goes first, and of a list its oldest rows. Lists that a
 * person keeps stay.
 */
import type { Database } from '#platform/sqlite/database.ts'
import { bytesInUse, shrink } from './archive-file.ts'
import type { ChunkStore } from './chunk-store.ts'

/** Chunks taken away at a time, so that no page waits for it. */
const CHUNKS_PER_STEP = 40
/** How far below the limit it goes, so that not each page that is written makes room. */
const TARGET = 0.9

/** Returns whether it has to go on. Each step is a transaction. */
export function evictStep(
  database: Database,
  store: ChunkStore,
  limit: number,
  kept: readonly number[] = [],
): boolean {
  database.transaction(() => {
    const list = leastUsedList(database, kept)
    const detail = database.get<{ used: number }>('SELECT used FROM details ORDER BY used LIMIT 1')
    if (detail && (!list || detail.used < list.used))
      database.run(
        'DELETE FROM details WHERE used <= ? AND used < ?',
        detail.used + CHUNKS_PER_STEP,
        list?.used ?? Infinity,
      )
    else if (list) removeOldestRows(database, store, list.id)
  })
  const goesOn = bytesInUse(database) > limit * TARGET && canEvict(database, kept)
  if (!goesOn) shrink(database)
  return goesOn
}

export const isOverLimit = (database: Database, limit: number) => bytesInUse(database) > limit

function removeOldestRows(database: Database, store: ChunkStore, list: number) {
  for (let removed = 0; removed < CHUNKS_PER_STEP; removed += 1) {
    const last = store.last(list)
    if (!last) {
      database.run('DELETE FROM lists WHERE id = ?', list)
      return
    }
    const above = store.above(list, last.position)
    store.remove(list, last)
    // Its cursor leads to what is not held any more.
    if (above) store.setAfter(above, 'gap')
  }
}

/** `kept`: the ids of lists that stay. */
const leastUsedList = (database: Database, kept: readonly number[]) =>
  database.get<{ id: number; used: number }>(
    'SELECT id, used FROM lists WHERE id NOT IN (SELECT value FROM json_each(?)) ORDER BY used LIMIT 1',
    JSON.stringify(kept),
  )

/** Whether anything is held that need not stay. */
export const canEvict = (database: Database, kept: readonly number[]) =>
  leastUsedList(database, kept) !== undefined || database.get('SELECT 1 FROM details LIMIT 1') !== undefined
