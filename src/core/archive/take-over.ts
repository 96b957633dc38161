/** Moves what a file of another form holds into an archive: of each list all that is held, with its gaps; and single things. */
import { isListId } from '#shared/lists/list-table.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { deleteArchiveFiles, openArchiveFile } from './archive-file.ts'
import { decompressJson } from './compress.ts'
import type { Archive } from './create-archive.ts'
import type { DetailRequest } from './held-details.ts'
import type { ListRequest } from './held-list.ts'
import type { ArchiveFormat, ListStorage } from './list-storage.ts'

interface Target {
  readonly archive: Archive
  /** Called with the time that what is written next was read. */
  readonly readAt: (time: number) => void
}

/** Deletes the file then. One that can't be read stays; one that was left half way is taken over again. */
export function takeOver(folder: string, format: ArchiveFormat, target: Target): void {
  const { database, problem } = openArchiveFile(folder, format)
  if (!database) return
  try {
    writeLists(database, format.storageOf(database), target)
    writeDetails(database, target)
  } finally {
    database.close()
  }
  // One that was damaged has been set aside, and stays there.
  deleteArchiveFiles(folder, problem ? { ...format, damagedFile: format.file } : format)
}

interface ListRow {
  readonly id: number
  readonly source: string
  readonly list: string
  readonly params: string
  readonly filters: string
}

function writeLists(database: Database, lists: ListStorage, { archive, readAt }: Target) {
  const all = database.all<ListRow>('SELECT id, source, list, params, filters FROM lists ORDER BY used')
  for (const { id, source, list, params, filters } of all) {
    if (!isListId(list)) continue
    const request: ListRequest = { source, list, params: fromEntries(params), filters: fromEntries(filters) }
    const target = archive.list(request)
    for (const below of partsOf(lists, id)) {
      let cursor: Cursor | null = null
      let page = below === null ? lists.first(id) : lists.belowGap(id, below)
      while (page) {
        const { items, keys, unread, next, kept }: Page = page
        readAt(kept?.readAt ?? 0)
        target?.writeNow(cursor, { items, keys, unread, next })
        cursor = next
        page = next === null ? undefined : lists.after(id, next)
      }
    }
  }
}

const fromEntries = (json: string) => Object.fromEntries(JSON.parse(json) as [string, string][])

/**
 * The cursors that lead into its gaps, and null for the part at its head; the oldest part first. Each begins as the list
 * itself did when it was read: written one after another they are then held as they were.
 */
function partsOf(lists: ListStorage, id: number): readonly (Cursor | null)[] {
  const parts: (Cursor | null)[] = [null]
  let page: Page | undefined = lists.first(id)
  while (page?.next) {
    const { next }: Page = page
    page = lists.after(id, next)
    if (page) continue
    page = lists.belowGap(id, next)
    if (page) parts.unshift(next)
  }
  return parts
}

function writeDetails(database: Database, { archive, readAt }: Target) {
  for (const { source, detail, params, time, body } of database.all<{
    source: string
    detail: DetailRequest['detail']
    params: string
    time: number
    body: Uint8Array
  }>('SELECT source, detail, params, read_at AS time, body FROM details ORDER BY used')) {
    readAt(time)
    archive.writeDetail({ source, detail, params: fromEntries(params) }, decompressJson(body))
    archive.flush()
  }
}
