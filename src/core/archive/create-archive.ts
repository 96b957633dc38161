/**
 * The archive of data from sources on this machine: pages of lists with their coverage, and single things. If its
 * file fails, reading goes on and the archive is empty.
 */
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { ArchiveStatus } from '#shared/rpc/contract/archive.ts'
import { canBeKept } from '#shared/lists/can-be-kept.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createStorageError } from '#platform/sqlite/storage-error.ts'
import { ARCHIVE_FILE, bytesInUse } from './archive-file.ts'
import { type ArchiveFolder, createFileHolder, type FileHolder, type OpenArchive } from './file-holder.ts'
import { canEvict, evictStep, isOverLimit } from './eviction.ts'
import { callsIn, type CallsOf, type CallsOfList } from './calls-of-lists.ts'
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
  type StoredRow,
} from '../rows/read-pages.ts'
import { countAbove, newerRows, topRow, type RowMark } from '../rows/row-mark.ts'
import type { RowStore } from '../rows/row-store.ts'
import { overlapsLoaded } from '../rows/write-history.ts'
import { writePage, type ReadPage } from './write-page.ts'

export interface ArchiveOptions {
  /** A folder, or ':memory:'. */
  readonly dataDir: string
  /** The folder to which the person moved it. */
  readonly folder?: ArchiveFolder
  /** The room for the archive, read after every write. */
  readonly maxBytes: () => number
  readonly isOn: () => boolean
  /**
   * Whether lists are accepted that may not be stored otherwise: searches, pending rows, lists with a source's
   * notice.
   */
  readonly holdsAny?: boolean
  /** Lists that a person keeps: they stay, also above the limit. */
  readonly keptLists?: () => readonly ListRequest[]
  /** Whether a list is stored in the order of its source, which is not that of the chain. */
  readonly isAsItCame?: (request: ListRequest) => boolean
  /** Limits for one list and for all, so that an archive in memory can't grow endlessly. */
  readonly maxRows?: RowLimits
  /** Ms since 1970. */
  readonly now?: () => number
}

export interface RowLimits {
  readonly ofList: number
  readonly ofAll: number
}

/**
 * Why a page is not stored. `refused`: its position relative to stored rows is unknown. `unusable`: the file can't be
 * written.
 */
export type Unwritten = 'refused' | 'unusable'

/** The stored part of one list. Reading it first writes pending writes. */
export interface ArchivedList {
  first(): Page | undefined
  after(cursor: Cursor): Page | undefined
  /** The stored rows below the gap that this cursor leads into. */
  belowGap(cursor: Cursor): Page | undefined
  /** The row after which this cursor continues. */
  row(cursor: Cursor): StoredRow | undefined
  isEmpty(): boolean
  /** Whether a page overlaps the stored rows, so that nothing is missing between them. */
  meets(page: Page): boolean
  /** Writes a page that was requested with this cursor, after other work. `onUnwritten` is called if that fails. */
  write(cursor: Cursor | null, page: Page, onUnwritten?: (why: Unwritten) => void): void
  /** Writes a page at once. `readAt`: when it was read, if earlier, in ms since 1970. */
  writeNow(cursor: Cursor | null, page: Page, readAt?: number): 'written' | Unwritten
  /**
   * The cursor that fills the next gap, at or below the row after which `from` continues. Undefined if the file can't
   * be used.
   */
  missing(from: Cursor | null): { readonly cursor: Cursor | null } | 'nothing' | undefined
  rowCount(): number
  /** The first row. */
  top(): RowMark | undefined
  /** The number of rows above that row; above its block, if the row is gone. */
  rowsAbove(mark: RowMark): number
  /** Empty if the list was never read. `changed`: a new number at each change. */
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
  /**
   * Undefined for a list that may not be stored, if nothing can be stored, and while a list of an earlier version is
   * being moved.
   */
  list(request: ListRequest): ArchivedList | undefined
  /**
   * Counts the rows of merged lists above the mark of each: the row that was first when new rows were last shown.
   * A row that one of the lists had already is not new.
   */
  countNewer(lists: readonly MarkedRequest[]): number
  detail(request: DetailRequest): KeptDetail | undefined
  writeDetail(request: DetailRequest, item: unknown): void
  status(): ArchiveStatus
  /** Whether there is room below the limit, or data that can be evicted. */
  hasRoom(): boolean
  /** Whether the list has its maximal number of rows. */
  isFull(request: ListRequest): boolean
  /**
   * Lists whose rows name calls, the most recently used first, each with a function that updates its bodies: `renew`
   * returns whether any of a body's rows changed. For an address, only bodies with calls to it.
   */
  calls(of: CallsOf): readonly CallsOfList[]
  /** Deletes the data of one source, or all; for an address, its lists and details. */
  forget(source: string | null, address?: string): void
  forgetList(request: ListRequest): void
  /** Deletes the data of sources for which `isKnown` is false. */
  keepSources(isKnown: (source: string) => boolean): void
  /** Deletes the file, and begins another. */
  erase(): void
  /**
   * Moves the file to another folder; null moves it back beside the data. Nothing is stored meanwhile. Rejects with
   * `invalid_input` for an unusable folder, and with `storage`: the file then stays in its place.
   */
  move(folder: string | null): Promise<void>
  /** Whether lists of an earlier version are still being moved. */
  isTakingOver(): boolean
  /** Moves a part of them; otherwise this happens in the background. Returns whether there is more. */
  takeOver(): boolean
  /** Performs pending writes. */
  flush(): void
  readonly reading: ArchiveReading
  close(): void
}

/** For threads that read the file and answer queries. */
export interface ArchiveReading {
  /**
   * The file's path, or the database itself if everything is in memory. Undefined if nothing can be stored or read.
   */
  target(): string | Database | undefined
  /** The file's path, also where nothing of it can be read or is kept any more. Undefined if everything is in memory. */
  path(): string | undefined
  /** The writing connection, which can also read. */
  database(): Database | undefined
  /** The sources of stored lists. */
  sources(): readonly string[]
  /** Called before the file is closed and replaced. */
  readonly onReplace: (listener: () => void) => () => void
  /** Call it if the file proves to be damaged: it is set aside. */
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
    // Earlier reads are written first.
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
      // Data that is still in the earlier version's file would be left behind.
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
  const path = () => (dataDir === ':memory:' ? undefined : join(file.state().folder, ARCHIVE_FILE))
  return {
    target() {
      if (!isOn()) return undefined
      writes.flush()
      return file.use(({ database }) => path() ?? database)
    },
    path,
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

/** Undefined if the list is not stored. */
function nameToHold(options: ArchiveOptions, file: FileHolder, request: ListRequest): ListName | undefined {
  if (!mayHold(options, file, request)) return undefined
  const name = nameList(request)
  if (!isHere(file, name)) return undefined
  return options.isAsItCame?.(request) ? { ...name, kind: 'snapshot' } : name
}

const mayHold = ({ isOn, holdsAny }: ArchiveOptions, file: FileHolder, { list, filters }: ListRequest) =>
  isOn() && file.state().isOpen && (holdsAny === true || canBeKept(list, filters))

/** False while rows of an earlier version of this list are being moved. */
function isHere(file: FileHolder, name: ListName): boolean {
  const earlier = file.earlier()
  return !earlier || file.use((open) => earlier.keepsBack(name, open)) === false
}

/** The delay after the start: the window comes first. */
const TAKE_OVER_AFTER_MS = 2_000
/** The pause between two parts, each of which takes about 10 ms. */
const TAKE_OVER_PAUSE_MS = 20

/** `step` returns whether there is more. Returns a function that stops it. */
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

/** The delay of writes: a page is being sent to the screen, and writing occupies the CPU for some ms. */
const WRITE_AFTER_MS = 50

/** Writes after other work, because nothing waits for it. */
function createWriteQueue(file: FileHolder, options: Pick<ArchiveOptions, 'maxBytes' | 'keptLists'>) {
  const waiting: (() => void)[] = []
  let isScheduled = false

  function flush() {
    for (let write = waiting.shift(); write; write = waiting.shift()) write()
  }
  /** Once it begins, it continues until there is room again. */
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
    /** `onDone` gets the result of `write`; undefined if the file can't be used. */
    later: <T>(write: (open: OpenArchive) => T, onDone?: (result: T | undefined) => void) => {
      waiting.push(() => {
        const result = file.use(write)
        onDone?.(result)
      })
      schedule()
    },
    /** Makes room after an immediate write. */
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
        return last !== undefined && overlapsLoaded(rows, id, last)
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
    rowCount: () => readList((_, { id }, database) => countRows(database, id)) ?? 0,
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

/** Without its coverage, which takes longer: who reads a list asks after each page. */
const countRows = (database: Database, list: number) =>
  database.get<{ rows: number }>('SELECT coalesce(sum(rows), 0) AS rows FROM bodies WHERE list_id = ?', list)
    ?.rows

/** The coverage of a list that was never read. */
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
