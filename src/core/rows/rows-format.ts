/** The rows of lists in plain SQL: the storage of an archive (README.md). */
import type { ArchiveFormat } from '../archive/list-storage.ts'
import { firstPage, missingFrom, pageAfter, pageBelowGap, readCoverage, rowBefore } from './read-pages.ts'
import { RowStore } from './row-store.ts'
import { ROWS_MIGRATIONS } from './schema.ts'
import { meetsHeld, writeHistoryPage } from './write-history.ts'
import { writeSnapshotPage } from './write-snapshot.ts'

export const ROWS_FORMAT: ArchiveFormat = {
  file: 'chainglass.lists.sqlite',
  damagedFile: 'chainglass.lists-damaged.sqlite',
  migrations: ROWS_MIGRATIONS,
  tables: ['lists', 'intervals', 'bodies', 'items', 'cursors', 'names', 'details'],
  sizes: 'SELECT list_id, rows, length(json) AS bytes FROM bodies',
  storageOf(database) {
    const store = new RowStore(database)
    return {
      first: (list) => firstPage(store, list),
      after: (list, cursor) => pageAfter(store, list, cursor),
      belowGap: (list, cursor) => pageBelowGap(store, list, cursor),
      row: (list, cursor) => rowBefore(store, list, cursor),
      isEmpty: (list) => store.intervals(list).length === 0,
      meets: (list, last) => meetsHeld(store, list, last),
      write({ kind }, write) {
        store.names.begin()
        store.touch(write.list)
        return kind === 'history' ? writeHistoryPage(store, write) : writeSnapshotPage(store, write)
      },
      missing: (list, from) => missingFrom(store, list, from),
      coverage: (list) => readCoverage(database, store, list),
      rowCount: (list) =>
        database.get<{ rows: number | null }>('SELECT sum(rows) AS rows FROM bodies WHERE list_id = ?', list)
          ?.rows ?? 0,
      removeOldest(list, pages) {
        const bodies = store.lastBodies(list, pages)
        store.names.begin()
        for (const { top, bottom } of bodies)
          store.remove(list, { height: top.height, rank: top.rank + 1 }, bottom)
        if (bodies.length > 0) store.touch(list)
        else store.removeAll(list)
        return bodies.length > 0
      },
      removeAll(list) {
        store.removeAll(list)
      },
      removeUnused() {
        store.names.removeUnused()
      },
    }
  },
}
