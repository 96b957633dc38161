/** Runs one export from its present position to its end. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { filterRows, type Cursor, sourceNoticeOf } from '#shared/lists/page.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { rowTable } from '#shared/export/export-row.ts'
import { ChainglassFailure, throwIfCancelled } from '#shared/errors/failure.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import { getStorageErrorKind, createStorageError } from '#platform/sqlite/storage-error.ts'
import { formatCursor } from '../api-client/request/cursor.ts'
import { isThere, makeFolderOf, partOf, putInPlace, removePart } from './export-file.ts'
import {
  completeList,
  matcherOf,
  pageReader,
  readQuestion,
  rowContextOf,
  type PageDeps,
  type PendingRows,
} from './export-pages.ts'
import { ShortFileError } from './file-output.ts'
import type { JobRows, SavedPlace, StoredJob } from './job-rows.ts'
import { describeFilter, openRowWriter } from './open-row-writer.ts'
import type { RowWriter } from './row-writer.ts'

export interface Progress {
  readonly state: 'reading' | 'writing'
  readonly read: number
  readonly rows: number
  readonly bytes: number
}

export interface RunDeps extends PageDeps {
  readonly rows: JobRows
  readonly onProgress: (progress: Progress) => void
  readonly signal: AbortSignal
  readonly now?: () => number
}

/** The interval between saves: a kill costs this much work. */
const SAVE_INTERVAL_MS = 250

/**
 * Resolves when the file is in its place. Rejects with `ChainglassFailure`: `cancelled` by the signal; after a disk
 * failure nothing of the file remains.
 */
export async function runExport(job: StoredJob, deps: RunDeps): Promise<void> {
  const { rows } = deps
  if (job.isWhole) {
    if (finishPlacing(job, rows)) return
    rows.forgetPlace(job.id)
  }
  try {
    await writeFile(job, deps, rows.place(job.id))
  } catch (error) {
    if (!(error instanceof ShortFileError)) throw error
    rows.forgetPlace(job.id)
    await writeFile(job, deps, undefined)
  }
}

async function writeFile(job: StoredJob, deps: RunDeps, from: SavedPlace | undefined): Promise<void> {
  const { request, id, file } = job
  const { signal, rows, onProgress, sources, now = Date.now } = deps
  const query = readQuestion(request)
  const { chainId } = sources.get(request.source)
  const onRead = (read: number) => {
    onProgress({ state: 'reading', read, rows: 0, bytes: 0 })
  }
  const pending = from ? (new Map() as PendingRows) : await completeList(deps, request, signal, onRead)
  const context = await rowContextOf(deps, request, signal)
  const table = rowTable(listEndpoint(request.list).resource, chainId, context)
  onDisk(job, rows, () => {
    makeFolderOf(file, request)
  })
  const writer = await onDisk(job, rows, () =>
    openRowWriter(request.format, {
      ...{ path: partOf(file), table, from: from?.writer },
      about: { list: request.list, chainId, filter: describeFilter(request), at: now() },
    }),
  )
  try {
    const counts = await writePages(job, deps, {
      writer,
      from,
      pending,
      match: matcherOf(query, request.list, context),
    })
    await onDisk(job, rows, () => writer.finish())
    rows.setWhole(id, file, { ...counts, bytes: writer.bytes })
  } finally {
    await writer.close().catch(() => undefined)
  }
  const whole = rows.find(id)
  if (whole) finishPlacing(whole, rows)
}

interface Writing {
  readonly writer: RowWriter
  readonly from: SavedPlace | undefined
  readonly pending: PendingRows
  readonly match: ReturnType<typeof matcherOf>
}

async function writePages(job: StoredJob, deps: RunDeps, { writer, from, pending, match }: Writing) {
  const { signal, rows: jobRows, onProgress, now = Date.now } = deps
  const readPage = pageReader(deps, job.request, signal, pending)
  const isNewCursor = createCursorCheck()
  const isNewRow = createRowCheck()
  let { read, rows } = from ?? { read: 0, rows: 0 }
  let cursor: Cursor | null = from?.cursor ?? null
  let savedAt = now()
  for (;;) {
    const page = await readPage(cursor)
    throwIfCancelled(signal)
    const said = sourceNoticeOf(page.notice)
    if (said) jobRows.setNotice(job.id, said.message)
    const fresh = filterRows(
      page,
      (_, at) => isNewRow(page.keys[at]),
      () => true,
    )
    const matching = match(fresh)
    read += fresh.items.length + fresh.unread.length
    rows += matching.items.length + matching.unread.length
    await onDisk(job, jobRows, () => writer.write(matching))
    onProgress({ state: 'writing', read, rows, bytes: writer.bytes })
    failAtLoop(page)
    cursor = page.next
    if (cursor === null) return { read, rows }
    if (!isNewCursor(cursor)) throw new ChainglassFailure({ code: 'bad_response', kind: 'cursor_repeats' })
    if (now() - savedAt >= SAVE_INTERVAL_MS) {
      const saved = await onDisk(job, jobRows, () => writer.save())
      throwIfCancelled(signal)
      if (saved) {
        jobRows.savePlace(job.id, { cursor, read, rows, writer: saved })
        savedAt = now()
      }
    }
    // Requests of people who look at a list go first.
    await setImmediate()
  }
}

/** A list whose cursors repeat would never end. A hash of each cursor is kept. */
function createCursorCheck() {
  const seen = new Set<string>()
  return (cursor: Cursor): boolean => {
    const name = createHash('sha256').update(formatCursor(cursor)).digest('base64').slice(0, 12)
    const isNew = !seen.has(name)
    seen.add(name)
    return isNew
  }
}

/** Rows of earlier pages. Only the last thousands are kept: overlapping pages are close together. */
const MAX_KNOWN_ROWS = 5_000
function createRowCheck() {
  let recent = new Set<string>()
  let older = new Set<string>()
  return (key: string | undefined): boolean => {
    if (key === undefined) return true
    if (recent.has(key) || older.has(key)) return false
    recent.add(key)
    if (recent.size >= MAX_KNOWN_ROWS) [older, recent] = [recent, new Set()]
    return true
  }
}

/** Returns false if the complete file no longer exists. */
function finishPlacing(job: StoredJob, rows: JobRows): boolean {
  const { id, file, request } = job
  if (isThere(partOf(file))) {
    const placed = onDisk(job, rows, () => {
      makeFolderOf(file, request)
      return putInPlace(file)
    })
    rows.setWhole(id, placed, job)
  } else if (!isThere(file)) return false
  rows.setState(id, 'done')
  return true
}

/** Reports a disk failure as the export's, and removes the partial file. */
function onDisk<T>(job: StoredJob, rows: JobRows, work: () => T): T
function onDisk<T>(job: StoredJob, rows: JobRows, work: () => Promise<T>): Promise<T>
function onDisk(job: StoredJob, rows: JobRows, work: () => unknown): unknown {
  const fail = (error: unknown): never => {
    const kind = getStorageErrorKind(error)
    if (kind === undefined || error instanceof ChainglassFailure) throw error
    removePart(job.file)
    rows.forgetPlace(job.id)
    throw createStorageError(kind, 'export')
  }
  try {
    const result = work()
    return result instanceof Promise ? result.catch(fail) : result
  } catch (error) {
    return fail(error)
  }
}
