/** Where the rows of lists lie in the file. Everything else of an archive is the same whatever its storage. */
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { Migration } from '../store/migrations.ts'
import type { Coverage } from './coverage.ts'
import type { HeldListName } from './held-list.ts'
import type { HeldRow } from './held-rows.ts'
import type { PageWrite } from './write-history.ts'

/** The identity of a row, its height, and a cursor that leads to what stands before it. */
export interface PlacedRow {
  readonly key: string
  readonly height: number | null
  readonly before: Cursor | null
}

/** `list`: the number of its row in the table `lists`. Throws `storage` where the file can't be read or written. */
export interface ListStorage {
  /** Undefined where nothing is held. */
  first(list: number): Page | undefined
  /** What is held of what this cursor gives, up to the next gap. */
  after(list: number, cursor: Cursor): Page | undefined
  /** What is held below the gap that this cursor leads into. */
  belowGap(list: number, cursor: Cursor): Page | undefined
  /** The row below which a cursor continues. */
  row(list: number, cursor: Cursor): PlacedRow | undefined
  isEmpty(list: number): boolean
  /** Whether this row, read now, is held in the same block, so that all below it still holds. */
  meets(list: number, last: HeldRow): boolean
  /** Within a transaction. Returns whether the page was written. */
  write(name: HeldListName, write: PageWrite): boolean
  /** What to ask for to fill the next gap at or below a cursor, or from the head on. Undefined where nothing is missing. */
  missing(list: number, from: Cursor | null): { readonly cursor: Cursor | null } | undefined
  coverage(list: number): Coverage
  rowCount(list: number): number
  /** Takes the oldest rows of a list, about so many pages of them. Returns false where nothing was left. */
  removeOldest(list: number, pages: number): boolean
  /** All rows of a list. */
  removeAll(list: number): void
  /** After something was removed: what nothing refers to any more. */
  removeUnused?(): void
  /** Work for a quiet moment. Returns whether there may be more. */
  workOn?(): boolean
}

export interface ArchiveFormat {
  readonly file: string
  /** The last one that was set aside. There is one at most: they can be large, and what is in them can be read again. */
  readonly damagedFile: string
  readonly migrations: readonly Migration[]
  /** Looked into when it is opened. */
  readonly tables: readonly string[]
  /** SQL that gives `list_id`, `rows` and `bytes` of all that is held. */
  readonly sizes: string
  readonly storageOf: (database: Database) => ListStorage
}
