/** Writes a page of any list, with the coverage it adds. Call it within a transaction. */
import { sourceNoticeOf, type Cursor, type Page } from '#shared/lists/page.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { formatCursor } from '../api-client/request/cursor.ts'
import type { ListName } from './list-name.ts'
import { chainHeadOf, rowsOfPage, shortHash } from '../rows/loaded-rows.ts'
import { findList, insertList, touchList } from './list-rows.ts'
import type { RowStore } from '../rows/row-store.ts'
import { writeHistoryPage, type PageWrite } from '../rows/write-history.ts'
import { writeSnapshotPage } from '../rows/write-snapshot.ts'

export interface ReadPage {
  readonly cursor: Cursor | null
  readonly page: Page
  readonly readAt: number
  /** Whether a page with a source's notice is written too, although the list may lack rows. */
  readonly takesNotice?: boolean | undefined
}

/** Returns whether the page was written. A page from the archive is stored already. */
export function writePage(
  { database, rows: store }: { readonly database: Database; readonly rows: RowStore },
  name: ListName,
  { cursor, page, readAt, takesNotice = false }: ReadPage,
): boolean {
  if (page.notice && !(takesNotice && sourceNoticeOf(page.notice))) return false
  if (page.kept) return false
  const rows = rowsOfPage(name.list, page, name.kind)
  if (!rows) return false
  const list = findList(database, name) ?? insertList(database, name, readAt)
  const continuesHead =
    cursor !== null &&
    list.headCursor !== null &&
    Buffer.compare(list.headCursor, shortHash(formatCursor(cursor))) === 0
  const isHead = cursor === null || continuesHead
  if (isHead) {
    database.run(
      'UPDATE lists SET read_at = ?, head_cursor = ? WHERE id = ?',
      readAt,
      rows.length === 0 && page.next ? shortHash(formatCursor(page.next)) : null,
      list.id,
    )
    touchList(database, list.id)
  }
  return writeRows(store, name.kind, {
    list: list.id,
    after: cursor,
    next: page.next,
    rows,
    isHead,
    chainHead: name.kind === 'history' ? raiseChainHead(database, name.source, chainHeadOf(rows)) : null,
    readAt,
  })
}

/** Call it within a transaction. Returns whether the page was written. */
export function writeRows(store: RowStore, kind: ListName['kind'], write: PageWrite): boolean {
  store.names.begin()
  store.touch(write.list)
  return kind === 'history' ? writeHistoryPage(store, write) : writeSnapshotPage(store, write)
}

/** Stores the highest block of this source that any page contained. */
function raiseChainHead(database: Database, source: string, height: number | null): number | null {
  if (height !== null)
    database.run(
      'INSERT INTO chain_heads VALUES (?, ?) ON CONFLICT DO UPDATE SET height = excluded.height WHERE excluded.height > height',
      source,
      height,
    )
  return (
    database.get<{ height: number }>('SELECT height FROM chain_heads WHERE source = ?', source)?.height ??
    null
  )
}
