/** The archive as chunks of rows, each with its columns beside it. */
import { ARCHIVE_FILE } from './archive-file.ts'
import { countHeldRows, findMissing, readCoverage } from './coverage.ts'
import { ChunkStore } from './chunk-store.ts'
import type { ArchiveFormat } from './list-storage.ts'
import { ARCHIVE_MIGRATIONS } from './migrations.ts'
import { findHeldRow, firstHeldPage, heldPageAfter, heldPageBelowGap } from './read-held.ts'
import { fillNext } from './fill-columns.ts'
import { meetsHeld, writeHistoryPage } from './write-history.ts'
import { writeSnapshotPage } from './write-snapshot.ts'

export const CHUNK_FORMAT: ArchiveFormat = {
  file: ARCHIVE_FILE,
  damagedFile: 'chainglass.archive-damaged.sqlite',
  migrations: ARCHIVE_MIGRATIONS,
  tables: ['lists', 'chunks', 'rows', 'details'],
  sizes: 'SELECT list_id, row_count AS rows, length(body) AS bytes FROM chunks',
  storageOf(database) {
    const chunks = new ChunkStore(database)
    return {
      first: (list) => firstHeldPage(chunks, list),
      after: (list, cursor) => heldPageAfter(chunks, list, cursor),
      belowGap: (list, cursor) => heldPageBelowGap(chunks, list, cursor),
      row: (list, cursor) => findHeldRow(chunks, list, cursor),
      isEmpty: (list) => chunks.first(list) === undefined,
      meets: (list, last) => meetsHeld(chunks, list, last),
      write: ({ kind }, write) =>
        kind === 'history' ? writeHistoryPage(chunks, write) : writeSnapshotPage(chunks, write),
      missing: (list, from) => findMissing(database, list, from),
      coverage: (list) => readCoverage(database, list),
      rowCount: (list) => countHeldRows(database, list),
      removeOldest: (list, pages) => chunks.removeOldest(list, pages),
      removeAll(list) {
        database.run('DELETE FROM rows WHERE list_id = ?', list)
        database.run('DELETE FROM chunks WHERE list_id = ?', list)
      },
      workOn: () => fillNext(database, chunks),
    }
  },
}
