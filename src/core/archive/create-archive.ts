/**
 * What was read from sources, kept on this machine: pages of lists with what is known to be complete of them, and single
 * things. A failure of its file is never one of reading: it then holds nothing.
 */
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { ArchiveStatus } from '#shared/rpc/contract/archive.ts'
import { canBeKept } from '#shared/lists/can-be-kept.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createStorageError } from '#platform/sqlite/storage-error.ts'
import { ARCHIVE_FILE, bytesInUse } from './archive-file.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { canEvict, evictStep, isOverLimit } from './eviction.ts'
import { callsIn, type CallsOf, type CallsOfList } from './calls-of-lists.ts'
import { createFileHolder, type FileHolder, type OpenArchive } from './file-holder.ts'
import type { DetailRequest, KeptDetail } from './kept-details.ts'
import { nameList, type ListName, type ListRequest } from './list-name.ts'
import { rowsOfPage } from '../rows/loaded-rows.ts'
import { forgetLists, forgetRead, forgetUnknownSources } from './forget.ts'
import { findList, listIds, touchList, type ListRow } from './list-rows.ts'
import {
  firstPage,
  missingFrom,
  pageAfter,
  pageBelowGap,
  readCoverage,
  rowBefore,
  type Coverage,
  type PlacedRow,
} from '../rows/read-pages.ts'
import { countAbove, newerRows, topRow, type RowMark } from '../rows/row-mark.ts'
import type { RowStore } from '../rows/row-store.ts'
import { meetsLoaded } from '../rows/write-history.ts'
import { writePage, type ReadPage } from './write-page.ts'

export interface ArchiveOptions {
  /** A folder, or ':memory:'. */
  readonly dataDir: string
  /** Where the person has moved it to. */
  readonly folder?: ArchiveFolder
  /** Of what it holds; read whenever something was written. */
  readonly maxBytes: () => number
  readonly isOn: () => boolean
  /** Also what may not be kept: words that a person searched for, pending rows, lists of which their source says something. */
  readonly holdsAny?: boolean
  /** Those that a person keeps: they stay, above the limit too. */
  readonly keptLists?: () => readonly ListRequest[]
  /** Those that are kept in the order of their source, which is not that of the chain. */
  readonly isAsItCame?: (request: ListRequest) => boolean
  /** Of a list and of all: what is in memory can't grow without end. */
  readonly maxRows?: RowLimits
  /** Ms since 1970. */
  readonly now?: () => number
}

export interface RowLimits {
  readonly ofList: number
  readonly ofAll: number
}

/** Why a page is not kept. `refused`: from it nothing can be told of what is missing. `unusable`: the file can't be written. */
export type Unwritten = 'refused' | 'unusable'

/** What is kept of one list. Reading it first writes what waits to be written. */
export interface ArchivedList {
  first(): Page | undefined
  after(cursor: Cursor): Page | undefined
  /** What is kept below the gap that this cursor leads into. */
  belowGap(cursor: Cursor): Page | undefined
  /** The row below which this cursor continues. */
  row(cursor: Cursor): PlacedRow | undefined
  isEmpty(): boolean
  /** Whether a page ends in what is kept, so that nothing is missing between them. */
  meets(page: Page): boolean
  /** Writes a page that was asked for with this cursor, once other work is done. `onUnwritten`: called where it can't be. */
  write(cursor: Cursor | null, page: Page, onUnwritten?: (why: Unwritten) => void): void
  /** As `write`, but now. `readAt`: where it was read before, in ms since 1970. */
  writeNow(cursor: Cursor | null, page: Page, readAt?: number): 'written' | Unwritten
  /** What fills the next gap, at or below the row that the cursor continues. Undefined where the file can't be used. */
  missing(from: Cursor | null): { readonly cursor: Cursor | null } | 'nothing' | undefined
  rowCount(): number
  /** The row that stands first. */
  top(): RowMark | undefined
  /** So many stand above that row; above its block, where it is not there any more. */
  rowsAbove(mark: RowMark): number
  /** Of nothing at all where the list was never read. `changed`: another number whenever it has. */
  coverage(): Coverage & {
    readonly readAt: number | null
    readonly list: { readonly id: number; readonly changed: number } | null
  }
}

interface MarkedRequest {
  readonly request: ListRequest
  readonly mark: RowMark | undefined
}

export interface Archive {
  /** Undefined for a list that may not be kept, where nothing can be, and while one of an earlier version is not here yet. */
  list(request: ListRequest): ArchivedList | undefined
  /** Rows of lists that are read as one above those that stood first in each; what one of them had already is not new. */
  countNewer(lists: readonly MarkedRequest[]): number
  detail(request: DetailRequest): KeptDetail | undefined
  writeDetail(request: DetailRequest, item: unknown): void
  status(): ArchiveStatus
  /** Whether there is room below the limit, or anything that can go for it. */
  hasRoom(): boolean
  /** Whether the list may not have more rows than it has. */
  isFull(request: ListRequest): boolean
  /**
   * Lists whose rows name calls, those first that were used last, and what to do with each body of one: `renew` returns whether
   * any of its rows is another then. Of an address, only bodies of calls to it.
   */
  calls(of: CallsOf): readonly CallsOfList[]
  /** Of one source, or everything; of an address, its lists and details. */
  forget(source: string | null, address?: string): void
  forgetList(request: ListRequest): void
  /** Of sources for which this is false. */
  keepSources(isKnown: (source: string) => boolean): void
  /** Deletes the file, and begins another. */
  erase(): void
  /**
   * Moves the file into another folder; null: back beside the data. Nothing is kept meanwhile. Rejects with
   * `invalid_input` for a folder that can't be used, and with `storage`: it stays where it is then.
   */
  move(folder: string | null): Promise<void>
  /** Whether lists that an earlier version kept are still on their way here. */
  isTakingOver(): boolean
  /** Takes a part of them over, which goes on by itself otherwise. Returns whether there is more. */
  takeOver(): boolean
  /** Writes what waits. */
  flush(): void
  readonly reading: ArchiveReading
  close(): void
}

/** For who reads the file beside this: questions are answered in a thread. */
export interface ArchiveReading {
  /** Its path, or the database itself where everything is in memory. Undefined where nothing is kept or can be read. */
  target(): string | Database | undefined
  /** What writes it, in which the same is read. */
  database(): Database | undefined
  /** Of which lists are kept. */
  sources(): readonly string[]
  /** Called before the file is closed and another one takes its place. */
  readonly onReplace: (listener: () => void) => () => void
  /** To be called where it turns out to be damaged: it is set aside. */
  reportDamage(): void
}

export function createArchive(options: ArchiveOptions): Archive {
  const { now = Date.now } = options
  const file = createFileHolder(options)
  const writes = createWriteQueue(file, options)
  const takeOver = () => {
    const earlier = file.earlier()
    return earlier !== undefined && file.use((open) => earlier.step(open)) === true
  }
  const stopTakingOver = takeOverBehind(file, () => options.isOn() && takeOver())
  const queue: Queue = {
    takesNotice: options.holdsAny,
    now,
    later: writes.later,
    schedule: writes.schedule,
    // What was read before is written first.
    read(work) {
      writes.flush()
      return file.use(work)
    },
  }

  return {
    list(request) {
      const name = nameToHold(options, file, request)
      return name && heldList(queue, name)
    },
    countNewer: (lists) => queue.read(({ database }) => countNewer(database, lists)) ?? 0,
    detail: (request) => (options.isOn() ? queue.read(({ details }) => details.read(request)) : undefined),
    writeDetail(request, item) {
      const readAt = now()
      if (options.isOn())
        writes.later(({ details }) => {
          details.write(request, item, readAt)
        })
    },
    status() {
      writes.flush()
      return statusOf(options, file)
    },
    forget(source, address) {
      writes.flush()
      if (source === null && address === undefined) file.begin()
      else
        file.use((open) => {
          forgetRead(open, source, address)
          open.earlier?.forget((one) => source === null || one === source, address)
        })
    },
    ...listsIn(options, queue),
    forgetList(request) {
      writes.flush()
      file.use((open) => {
        forgetLists(open, listIds(open.database, [request]))
        open.earlier?.drop(nameList(request))
      })
    },
    keepSources(isKnown) {
      file.use((open) => {
        forgetUnknownSources(open, isKnown)
        open.earlier?.forget((source) => !isKnown(source))
      })
    },
    erase() {
      writes.clear()
      file.begin()
    },
    async move(folder) {
      // What is still in the other file would stay behind.
      while (takeOver()) await nextTick()
      writes.flush()
      await file.move(folder)
    },
    isTakingOver: () => file.earlier() !== undefined,
    takeOver,
    flush: writes.flush,
    reading: readingOf(options, { file, queue, writes }),
    close() {
      stopTakingOver()
      writes.flush()
      file.close()
    },
  }
}

function countNewer(database: Database, lists: readonly MarkedRequest[]): number {
  const marked = lists.flatMap(({ request, mark }) =>
    listIds(database, [request]).map((list) => ({ list, mark })),
  )
  const rows = newerRows(database, marked)
  return new Set(rows.map(({ height, key }) => `${String(height)} ${String(key)}`)).size
}

function readingOf(
  { dataDir, isOn }: ArchiveOptions,
  { file, queue, writes }: { readonly file: FileHolder; readonly queue: Queue; readonly writes: WriteQueue },
): ArchiveReading {
  return {
    target() {
      if (!isOn()) return undefined
      writes.flush()
      return file.use(({ database }) =>
        dataDir === ':memory:' ? database : join(file.state().folder, ARCHIVE_FILE),
      )
    },
    database: () => (isOn() ? queue.read(({ database }) => database) : undefined),
    sources: () =>
      queue
        .read(({ database }) => database.all<{ source: string }>('SELECT DISTINCT source FROM lists'))
        ?.map(({ source }) => source) ?? [],
    onReplace: file.onReplace,
    reportDamage() {
      file.use(() => {
        throw createStorageError('damaged')
      })
    },
  }
}

const hasRoom = (database: Database, { maxBytes, keptLists }: ArchiveOptions) =>
  !isOverLimit(database, maxBytes()) || canEvict(database, listIds(database, keptLists?.() ?? []))

const listsIn = (
  options: ArchiveOptions,
  { read }: Queue,
): Pick<Archive, 'hasRoom' | 'isFull' | 'calls'> => ({
  calls: (of) => callsIn(read, of),
  hasRoom: () => read(({ database }) => hasRoom(database, options)) ?? true,
  isFull: (request) => read(({ database }) => isFull(database, options, request)) === true,
})

function isFull(database: Database, { maxRows }: ArchiveOptions, request: ListRequest): boolean {
  if (!maxRows) return false
  const [list = 0] = listIds(database, [request])
  const { ofList, ofAll } = database.get<{ ofList: number; ofAll: number }>(
    'SELECT coalesce(sum(rows) FILTER (WHERE list_id = ?), 0) AS ofList, coalesce(sum(rows), 0) AS ofAll FROM bodies',
    list,
  ) ?? { ofList: 0, ofAll: 0 }
  return ofList >= maxRows.ofList || ofAll >= maxRows.ofAll
}

/** Undefined where it is not kept. */
function nameToHold(options: ArchiveOptions, file: FileHolder, request: ListRequest): ListName | undefined {
  if (!mayHold(options, file, request)) return undefined
  const name = nameList(request)
  if (!isHere(file, name)) return undefined
  return options.isAsItCame?.(request) ? { ...name, kind: 'snapshot' } : name
}

const mayHold = ({ isOn, holdsAny }: ArchiveOptions, file: FileHolder, { list, filters }: ListRequest) =>
  isOn() && file.state().isOpen && (holdsAny === true || canBeKept(list, filters))

/** False while an earlier version's rows of it are on their way. */
function isHere(file: FileHolder, name: ListName): boolean {
  const earlier = file.earlier()
  return !earlier || file.use((open) => earlier.keepsBack(name, open)) === false
}

/** The window comes first. */
const TAKE_OVER_AFTER_MS = 2_000
/** Between two parts, of which each takes about 10 ms. */
const TAKE_OVER_PAUSE_MS = 20

/** `step` returns whether there is more. Returns what ends it. */
function takeOverBehind(file: FileHolder, step: () => boolean): () => void {
  let timer: NodeJS.Timeout | undefined
  function wait(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (step()) wait(TAKE_OVER_PAUSE_MS)
    }, ms).unref()
  }
  wait(TAKE_OVER_AFTER_MS)
  const stopListening = file.onReplace(() => {
    wait(TAKE_OVER_AFTER_MS)
  })
  return () => {
    stopListening()
    clearTimeout(timer)
  }
}

interface Queue {
  readonly takesNotice: boolean | undefined
  readonly now: () => number
  readonly later: WriteQueue['later']
  readonly schedule: () => void
  readonly read: <T>(work: (open: OpenArchive) => T) => T | undefined
}

type WriteQueue = ReturnType<typeof createWriteQueue>

/** A page is on its way to the screen, and other things with it: writing takes a core for some ms. */
const WRITE_AFTER_MS = 50

/** What was read is written once other work is done: nobody waits for it. */
function createWriteQueue(file: FileHolder, options: Pick<ArchiveOptions, 'maxBytes' | 'keptLists'>) {
  const waiting: (() => void)[] = []
  let isScheduled = false

  function flush() {
    for (let write = waiting.shift(); write; write = waiting.shift()) write()
  }
  /** Once it begins, it goes on until there is room again. */
  function makeRoom(isGoing = false) {
    const goesOn = file.use(({ database, rows }) => {
      const limit = options.maxBytes()
      if (!isGoing && !isOverLimit(database, limit)) return false
      const kept = listIds(database, options.keptLists?.() ?? [])
      return canEvict(database, kept) && evictStep(database, rows, limit, kept)
    })
    if (goesOn === true) setImmediate(makeRoom, true)
  }
  return {
    flush,
    clear: () => {
      waiting.length = 0
    },
    /** `onDone` gets what `write` returned; undefined where the file can't be used. */
    later: <T>(write: (open: OpenArchive) => T, onDone?: (result: T | undefined) => void) => {
      waiting.push(() => {
        const result = file.use(write)
        onDone?.(result)
      })
      schedule()
    },
    /** Makes room for what was written at once. */
    schedule,
  }

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      flush()
      makeRoom()
    }, WRITE_AFTER_MS)
  }
}

function heldList({ takesNotice, now, later, schedule, read }: Queue, name: ListName): ArchivedList {
  const readList = <T>(work: (rows: RowStore, list: ListRow, database: Database) => T) =>
    read(({ database, rows }) => {
      const list = findList(database, name)
      return list && work(rows, list, database)
    })
  const writing = (page: ReadPage) => (open: OpenArchive) =>
    open.database.transaction(() => writePage(open, name, { ...page, takesNotice }))
  const dated = (page: Page | undefined, { readAt }: ListRow): Page | undefined =>
    page && name.kind === 'history' ? { ...page, kept: { readAt } } : page
  return {
    first: () =>
      readList((rows, list) => {
        later(({ database }) => {
          touchList(database, list.id)
        })
        return dated(firstPage(rows, list.id), list)
      }),
    after: (cursor) => readList((rows, list) => dated(pageAfter(rows, list.id, cursor), list)),
    belowGap: (cursor) => readList((rows, { id }) => pageBelowGap(rows, id, cursor)),
    row: (cursor) => readList((rows, { id }) => rowBefore(rows, id, cursor)),
    isEmpty: () => readList((rows, { id }) => rows.intervals(id).length > 0) !== true,
    meets: (page) =>
      readList((rows, { id }) => {
        const last = rowsOfPage(name.list, page, name.kind)?.at(-1)
        return last !== undefined && meetsLoaded(rows, id, last)
      }) === true,
    write(cursor, page, onUnwritten) {
      later(writing({ cursor, page, readAt: now() }), (isWritten) => {
        if (!isWritten) onUnwritten?.(isWritten === undefined ? 'unusable' : 'refused')
      })
    },
    writeNow(cursor, page, readAt = now()) {
      const isWritten = read(writing({ cursor, page, readAt }))
      schedule()
      return isWritten === undefined ? 'unusable' : isWritten ? 'written' : 'refused'
    },
    missing: (from) =>
      read(({ database, rows }) => {
        const list = findList(database, name)
        return list ? (missingFrom(rows, list.id, from) ?? 'nothing') : { cursor: null }
      }),
    rowCount: () => readList((rows, list, database) => readCoverage(database, rows, list).rows) ?? 0,
    top: () => readList((_, { id }, database) => topRow(database, id)),
    rowsAbove: (mark) => readList((_, { id }, database) => countAbove(database, id, mark)) ?? 0,
    coverage: () =>
      readList((rows, list, database) => ({
        ...readCoverage(database, rows, list),
        readAt: list.readAt,
        list: { id: list.id, changed: list.changed },
      })) ?? NOT_LOADED,
  }
}

/** Of nothing at all. */
export const NOT_LOADED = {
  intervals: [],
  rows: 0,
  isComplete: false,
  bytes: 0,
  readAt: null,
  list: null,
} as const

function statusOf({ dataDir, isOn }: ArchiveOptions, file: FileHolder): ArchiveStatus {
  const found = file.use(({ database }) => ({
    bytes: bytesInUse(database),
    sources: readSources(database),
  }))
  const { folder, isOpen, isMoving, problem } = file.state()
  return {
    file: dataDir === ':memory:' ? null : join(folder, ARCHIVE_FILE),
    isMoved: folder !== dataDir,
    isMoving,
    isOn: isOn() && isOpen,
    ...(problem ? { problem } : {}),
    bytes: found?.bytes ?? 0,
    sources: found?.sources ?? [],
  }
}

const readSources = (database: Database) =>
  database.all<ArchiveStatus['sources'][number]>(`
    SELECT source, sum(lists) AS lists, sum(rows) AS rows, sum(details) AS details, sum(bytes) AS bytes FROM (
      SELECT source, count(DISTINCT lists.id) AS lists, coalesce(sum(rows), 0) AS rows, 0 AS details,
          coalesce(sum(bytes), 0) AS bytes, max(used) AS used
        FROM lists LEFT JOIN (SELECT list_id, rows, length(json) AS bytes FROM bodies) ON list_id = lists.id GROUP BY source
      UNION ALL
      SELECT source, 0, 0, count(*), sum(length(body)), max(used) FROM details GROUP BY source
    ) GROUP BY source ORDER BY max(used) DESC`)
