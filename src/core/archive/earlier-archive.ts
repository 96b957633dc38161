/**
 * The file of versions that stored chunks of rows in order, each with its next cursor, before rows were in SQL. Its
 * content is moved into the archive, a list at a time, and then the file is deleted. A newer program's file is left
 * alone, and so is an unreadable one.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cursor } from '#shared/lists/page.ts'
import { getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { isListId } from '#shared/lists/list-table.ts'
import { openDatabase, readPragma, type Database } from '#platform/sqlite/database.ts'
import { unpackRows } from '../rows/body.ts'
import { nameList, type ListName } from './list-name.ts'
import { findList, insertList } from './list-rows.ts'
import type { RowStore } from '../rows/row-store.ts'
import { writeRows } from './write-page.ts'

export const EARLIER_FILE = 'chainglass.archive.sqlite'
const EARLIER_DAMAGED_FILE = 'chainglass.archive-damaged.sqlite'
const ENDINGS = ['', '-wal', '-shm']
const LATEST_VERSION = 4

/** A list with at most this many rows is moved when it is requested, which takes a quarter of a second at most. */
const MAX_ROWS_AT_ONCE = 5_000
/** Moved in one transaction: about 10 ms. */
const CHUNKS_PER_STEP = 2
const DETAILS_PER_STEP = 100

/** The destination of the move. */
interface Target {
  readonly database: Database
  readonly rows: RowStore
}

interface EarlierList {
  readonly id: number
  readonly name: ListName
  readonly rows: number
  readonly readAt: number
  readonly headCursor: Uint8Array | null
  readonly used: number
}

interface ChunkRow {
  readonly position: number
  readonly after: 'joined' | 'gap' | 'end'
  readonly cursor: string | null
  readonly chainHead: number | null
  readonly readAt: number
  readonly body: Uint8Array
}

interface DetailRow {
  readonly source: string
  readonly detail: string
  readonly params: string
  readonly readAt: number
  readonly used: number
  readonly body: Uint8Array
}

/** A list that is being moved: its chunks, the oldest interval first. */
interface Move {
  readonly list: EarlierList
  /** The positions of the chunks of each remaining interval, from its top. */
  readonly intervals: (readonly number[])[]
  /** The position in the first of them. */
  at: number
  after: Cursor | null
  /** The list's id in the archive. */
  target: number | null | undefined
}

export interface EarlierArchive {
  /** Whether rows of this list are only in this file. A short list is moved at once. */
  keepsBack(name: ListName, archive: Target): boolean
  /** Moves a part. Returns false once nothing is left; the file is then deleted. */
  step(archive: Target): boolean
  /** Removes one list. */
  drop(name: ListName): void
  /** Removes the data of sources for which `isMeant` is true; for an address, its lists and details. */
  forget(isMeant: (source: string) => boolean, address?: string): void
  /** Whether all of it is moved or removed. */
  isOver(): boolean
  close(): void
}

/** Undefined if there is no such file. */
export function openEarlierArchive(folder: string): EarlierArchive | undefined {
  const path = join(folder, EARLIER_FILE)
  if (folder === ':memory:' || !existsSync(path)) return undefined
  let database: Database | undefined
  try {
    database = openDatabase(path)
    if (readPragma(database, 'user_version') > LATEST_VERSION) {
      database.close()
      return undefined
    }
    return new ChunkArchive(database, folder)
  } catch (error) {
    database?.close()
    if (getStorageErrorKind(error) === 'damaged') setAside(folder)
    return undefined
  }
}

/** Deletes the file, and one that was set aside. It must be closed. */
export function deleteEarlierArchive(folder: string) {
  if (folder === ':memory:') return
  for (const name of [EARLIER_FILE, EARLIER_DAMAGED_FILE]) remove(folder, name)
}

const remove = (folder: string, name: string) => {
  for (const end of ENDINGS) rmSync(join(folder, name + end), { force: true, maxRetries: 20, retryDelay: 50 })
}

/** If that fails, the file stays: it must not keep the program from starting. */
function setAside(folder: string) {
  try {
    remove(folder, EARLIER_DAMAGED_FILE)
    for (const end of ENDINGS) {
      const from = join(folder, EARLIER_FILE + end)
      if (existsSync(from)) renameSync(from, join(folder, EARLIER_DAMAGED_FILE + end))
    }
  } catch {
    // The next start tries again.
  }
}

class ChunkArchive implements EarlierArchive {
  readonly #database: Database
  readonly #folder: string
  /** By name, the most recently used first. */
  readonly #lists = new Map<string, EarlierList>()
  #move: Move | undefined
  #areDetailsMoved = false
  #isOver = false

  constructor(database: Database, folder: string) {
    this.#database = database
    this.#folder = folder
    for (const list of readLists(database)) this.#lists.set(keyOf(list.name), list)
  }

  keepsBack(name: ListName, archive: Target): boolean {
    const key = keyOf(name)
    const list = this.#lists.get(key)
    if (!list) return false
    if (list.rows > MAX_ROWS_AT_ONCE) return true
    // A move of another list begins again later.
    this.#move = undefined
    while (this.#lists.has(key)) this.#moveOn(archive, list)
    return false
  }

  step(archive: Target): boolean {
    if (this.#isOver) return false
    const [list] = this.#lists.values()
    const current = this.#move?.list ?? list
    if (!this.#areDetailsMoved) this.#moveDetails(archive)
    else if (current) this.#moveOn(archive, current)
    else {
      this.close()
      remove(this.#folder, EARLIER_FILE)
    }
    return !this.#isOver
  }

  drop(name: ListName) {
    const list = this.#lists.get(keyOf(name))
    if (list) this.#finish(list)
  }

  forget(isMeant: (source: string) => boolean, address?: string) {
    const isNamed = ({ params, filters = '' }: { params: string; filters?: string }) =>
      address === undefined || (params + filters).toLowerCase().includes(address.toLowerCase())
    for (const list of this.#lists.values())
      if (isMeant(list.name.source) && isNamed(list.name)) this.#finish(list)
    this.#use((database) => {
      for (const { source, params } of database.all<{ source: string; params: string }>(
        'SELECT DISTINCT source, params FROM details',
      ))
        if (isMeant(source) && isNamed({ params }))
          database.run('DELETE FROM details WHERE source = ? AND params = ?', source, params)
    })
  }

  isOver() {
    return this.#isOver
  }

  close() {
    if (!this.#isOver) this.#database.close()
    this.#isOver = true
  }

  /** Damage of this file does not concern the archive: the file is set aside. A full disk concerns both. */
  #use<T>(work: (database: Database) => T): T | undefined {
    if (this.#isOver) return undefined
    try {
      return work(this.#database)
    } catch (error) {
      if (getStorageErrorKind(error) !== 'damaged') throw error
      this.close()
      this.#lists.clear()
      this.#move = undefined
      setAside(this.#folder)
      return undefined
    }
  }

  #moveDetails({ database }: Target) {
    const rows =
      this.#use((own) =>
        own.all<DetailRow>(
          `SELECT source, detail, params, read_at AS readAt, used, body FROM details LIMIT ${String(DETAILS_PER_STEP)}`,
        ),
      ) ?? []
    this.#areDetailsMoved = rows.length === 0
    database.transaction(() => {
      for (const { source, detail, params, readAt, used, body } of rows)
        database.run(
          'INSERT OR IGNORE INTO details (source, detail, params, read_at, used, body) VALUES (?, ?, ?, ?, ?, ?)',
          ...[source, detail, params, readAt, used, body],
        )
    })
    this.#use((own) => {
      own.transaction(() => {
        for (const { source, detail, params } of rows)
          own.run(
            'DELETE FROM details WHERE source = ? AND detail = ? AND params = ?',
            ...[source, detail, params],
          )
      })
    })
  }

  /** Moves some chunks of a list. */
  #moveOn(archive: Target, list: EarlierList) {
    const move = (this.#move ??= this.#begin(list))
    if (!move) return
    try {
      const isWhole = archive.database.transaction(() => {
        for (let count = 0; count < CHUNKS_PER_STEP; count += 1)
          if (!this.#moveChunk(archive, move)) return true
        return false
      })
      if (isWhole) this.#finish(list)
    } catch (error) {
      // The transaction is rolled back, so the list begins again.
      this.#move = undefined
      throw error
    }
  }

  #begin(list: EarlierList): Move | undefined {
    const chunks = this.#use((own) =>
      own.all<Pick<ChunkRow, 'position' | 'after'>>(
        'SELECT position, after FROM chunks WHERE list_id = ? ORDER BY position',
        list.id,
      ),
    )
    if (!chunks) return undefined
    const intervals: number[][] = []
    let isJoined = false
    for (const { position, after } of chunks) {
      if (isJoined) intervals.at(-1)?.push(position)
      else intervals.push([position])
      isJoined = after === 'joined'
    }
    return { list, intervals: intervals.reverse(), at: 0, after: null, target: undefined }
  }

  /**
   * Writes each interval from its top, as the list was read, and the oldest interval first: so intervals stay
   * separate. Returns false if nothing of the list is left, or nothing more can be read.
   */
  #moveChunk(archive: Target, move: Move): boolean {
    const { list } = move
    move.target ??= this.#beginTarget(archive, list)
    const [interval] = move.intervals
    const position = interval?.[move.at]
    const chunk = position === undefined ? undefined : this.#readChunk(list.id, position)
    if (!interval || !chunk || move.target === null) return false
    const { rows, next, isEnd, chainHead, readAt } = chunk
    // A chunk that ends without a cursor has no known successor.
    const canWrite = next !== null || isEnd
    const isWritten =
      canWrite &&
      writeRows(archive.rows, list.name.kind, {
        ...{ list: move.target, after: move.after, next, rows, chainHead, readAt },
        isHead: move.at === 0,
      })
    move.after = next
    move.at += 1
    if (move.at === interval.length || !isWritten) {
      move.intervals.shift()
      move.at = 0
      move.after = null
    }
    return move.intervals.length > 0
  }

  /** A half-moved list is continued; null if the archive's list was read later. */
  #beginTarget({ database, rows }: Target, { name, readAt, headCursor, used }: EarlierList): number | null {
    const known = findList(database, name)
    if (known && known.readAt > readAt) return null
    const target = (known ?? insertList(database, name, readAt)).id
    rows.removeAll(target)
    database.run(
      'UPDATE lists SET read_at = ?, head_cursor = ?, used = ? WHERE id = ?',
      readAt,
      headCursor,
      used,
      target,
    )
    return target
  }

  /** Undefined if it can't be read. */
  #readChunk(list: number, position: number) {
    const chunk = this.#use((own) =>
      own.get<ChunkRow>(
        `SELECT position, after, cursor, chain_head AS chainHead, read_at AS readAt, body FROM chunks
          WHERE list_id = ? AND position = ?`,
        list,
        position,
      ),
    )
    if (!chunk) return undefined
    const { after, cursor, chainHead, readAt, body } = chunk
    const isEnd = after === 'end'
    try {
      const next = isEnd || cursor === null ? null : (JSON.parse(cursor) as Cursor)
      return { rows: unpackRows(body), next, isEnd, chainHead, readAt }
    } catch {
      return undefined
    }
  }

  #finish({ id, name }: EarlierList) {
    if (this.#move?.list.id === id) this.#move = undefined
    this.#lists.delete(keyOf(name))
    this.#use((own) => {
      own.transaction(() => {
        for (const table of ['rows', 'chunks']) own.run(`DELETE FROM ${table} WHERE list_id = ?`, id)
        own.run('DELETE FROM lists WHERE id = ?', id)
      })
    })
  }
}

const keyOf = ({ source, list, params, filters }: ListName) => JSON.stringify([source, list, params, filters])

function readLists(database: Database): EarlierList[] {
  return database
    .all<{ source: string; list: string; params: string; filters: string } & Omit<EarlierList, 'name'>>(
      `SELECT lists.id, source, list, params, filters, lists.read_at AS readAt, head_cursor AS headCursor, used,
          (SELECT coalesce(sum(row_count), 0) FROM chunks WHERE list_id = lists.id) AS rows
        FROM lists ORDER BY used DESC`,
    )
    .flatMap(({ source, list, params, filters, ...row }): EarlierList[] => {
      // A list that this version no longer has.
      if (!isListId(list)) return []
      return [{ ...row, name: nameList({ source, list, params: parse(params), filters: parse(filters) }) }]
    })
}

const parse = (json: string) => Object.fromEntries(JSON.parse(json) as [string, string][])
