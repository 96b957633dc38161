/** The rows of lists in a file: what an archive reads and writes of them (README.md). */
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { LoadedRow } from './loaded-rows.ts'
import {
  firstPage,
  missingFrom,
  pageAfter,
  pageBelowGap,
  readCoverage,
  rowBefore,
  type Coverage,
  type PlacedRow,
} from './read-pages.ts'
import { bodiesOf, renewBody } from './renew-rows.ts'
import { countAbove, topRow, type RowMark } from './row-mark.ts'
import { RowStore } from './row-store.ts'
import { meetsLoaded, writeHistoryPage, type PageWrite } from './write-history.ts'
import { writeSnapshotPage } from './write-snapshot.ts'

/** `list`: the number of its row in the table `lists`. Throws `storage` where the file can't be read or written. */
export interface ListStorage {
  /** Undefined where nothing is loaded. */
  first(list: number): Page | undefined
  /** What is loaded of what this cursor gives, up to the next gap. */
  after(list: number, cursor: Cursor): Page | undefined
  /** What is loaded below the gap that this cursor leads into. */
  belowGap(list: number, cursor: Cursor): Page | undefined
  /** The row below which a cursor continues. */
  row(list: number, cursor: Cursor): PlacedRow | undefined
  isEmpty(list: number): boolean
  /** Whether this row, read now, is loaded in the same block, so that all below it still holds. */
  meets(list: number, last: LoadedRow): boolean
  /** Within a transaction. Returns whether the page was written. */
  write(kind: 'history' | 'snapshot', write: PageWrite): boolean
  /** What to ask for to fill the next gap at or below a cursor, or from the head on. Undefined where nothing is missing. */
  missing(list: number, from: Cursor | null): { readonly cursor: Cursor | null } | undefined
  /** The bodies of a list; of an address, those in which it receives anything. */
  bodies(list: number, receiver: string | undefined): readonly number[]
  /** Puts other items in place of those of a body. Within a transaction. Returns whether any is another. */
  renew(list: number, body: number, renewed: (item: unknown) => unknown): boolean
  coverage(list: number): Coverage
  rowCount(list: number): number
  top(list: number): RowMark | undefined
  rowsAbove(list: number, mark: RowMark): number
  /** Takes the oldest rows of a list, about so many pages of them. Returns false where nothing was left. */
  removeOldest(list: number, pages: number): boolean
  /** All rows of a list. */
  removeAll(list: number): void
  /** After something was removed: what nothing refers to any more. */
  removeUnused(): void
}

/** Looked into when the file is opened. */
export const LIST_TABLES = ['lists', 'intervals', 'bodies', 'items', 'cursors', 'names', 'details'] as const
/** SQL that gives `list_id`, `rows` and `bytes` of all that is loaded. */
export const LIST_SIZES = 'SELECT list_id, rows, length(json) AS bytes FROM bodies'

export function createListStorage(database: Database): ListStorage {
  const store = new RowStore(database)
  return {
    first: (list) => firstPage(store, list),
    after: (list, cursor) => pageAfter(store, list, cursor),
    belowGap: (list, cursor) => pageBelowGap(store, list, cursor),
    row: (list, cursor) => rowBefore(store, list, cursor),
    isEmpty: (list) => store.intervals(list).length === 0,
    meets: (list, last) => meetsLoaded(store, list, last),
    write(kind, write) {
      store.names.begin()
      store.touch(write.list)
      return kind === 'history' ? writeHistoryPage(store, write) : writeSnapshotPage(store, write)
    },
    missing: (list, from) => missingFrom(store, list, from),
    bodies: (list, receiver) => bodiesOf(database, list, receiver),
    renew: (list, body, renewed) => renewBody(store, list, body, renewed),
    coverage: (list) => readCoverage(database, store, list),
    rowCount: (list) =>
      database.get<{ rows: number | null }>('SELECT sum(rows) AS rows FROM bodies WHERE list_id = ?', list)
        ?.rows ?? 0,
    top: (list) => topRow(database, list),
    rowsAbove: (list, mark) => countAbove(database, list, mark),
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
}
