/** Reads lists, bodies and names of an archive file, for questions. */
import { LruCache } from '#shared/lru-cache.ts'
import type { Cursor } from '#shared/lists/page.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { readBody } from '../rows/body.ts'
import type { LoadedRow } from '../rows/loaded-rows.ts'
import { TO_READ } from '../rows/item-columns.ts'
import type { BodyPlace, Directory, LoadedList } from './lists-in-scope.ts'

/** Maximum number of unpacked rows kept for the next pages. */
const MAX_UNPACKED_ROWS = 4_000
/** Maximum number of bodies of all cached directories, about 200 bytes each. */
const MAX_BODIES = 200_000

/** The id of an item: the number of its body and its number in it, as one number. Its row never changes. */
export const ITEM_ID = 'body * 1024 + number'
export const bodyOfId = (id: number) => Math.floor(id / 1024)
export const itemId = (body: number, number: number) => body * 1024 + number
export const numberOfId = (id: number) => id % 1024

/** Ids of all rows of a list, in order. */
export function idsIn({ bodies, rows }: Directory): Float64Array {
  const ids = new Float64Array(rows)
  let at = 0
  for (const { id, count } of bodies)
    for (let number = 0; number < count; number += 1) ids[at++] = itemId(id, number)
  return ids
}

/** Items whose columns are incomplete. The index is named, because the planner would scan all rows of the list. */
export const ITEMS_TO_READ = `items INDEXED BY unsure_items WHERE list_id = ? AND (flags & ${String(TO_READ)}) <> 0`

export const hasRowsToRead = (database: Database, list: number): boolean =>
  database.get(`SELECT 1 FROM ${ITEMS_TO_READ} LIMIT 1`, list) !== undefined

/** Reads the rows of a body; undefined if it is gone. */
export type ReadBody = (body: Pick<BodyPlace, 'id'>) => readonly LoadedRow[] | undefined

export function createBodyReader(database: Database): ReadBody {
  const unpacked = new LruCache<number, readonly LoadedRow[]>({
    maxSize: MAX_UNPACKED_ROWS,
    sizeOf: ({ length }) => 1 + length,
  })
  return ({ id }) => {
    const known = unpacked.get(id)
    if (known) return known
    const rows = readBody(database, id)
    if (rows) unpacked.set(id, rows)
    return rows
  }
}

interface BodyRow {
  readonly id: number
  readonly count: number
  readonly top: number
  readonly bottom: number
  readonly rank: number
}

/** Caches directories; those unused for `maxUnusedTurns` turns are removed. */
export function createBodyDirectories(database: Database, maxUnusedTurns: number) {
  const kept = new LruCache<number, { readonly changed: number; readonly directory: Directory }>({
    maxSize: MAX_BODIES,
    sizeOf: ({ directory }) => 1 + directory.bodies.length,
    maxUnusedTurns,
  })
  const read = ({ id, changed }: Pick<LoadedList, 'id' | 'changed'>): Directory => {
    const known = kept.get(id)
    if (known?.changed === changed) return known.directory
    const directory = readDirectory(database, id)
    kept.set(id, { changed, directory })
    return directory
  }
  return {
    read,
    endTurn: () => {
      kept.endTurn()
    },
  }
}

interface IntervalRow {
  readonly bottom: number | null
  readonly rank: number | null
  readonly is_end: number
  readonly cursor: string | null
}

function readDirectory(database: Database, list: number): Directory {
  const intervals = database.all<IntervalRow>(
    `SELECT bottom_height AS bottom, bottom_rank AS rank, is_end, cursor FROM intervals
      WHERE list_id = ? ORDER BY top_height DESC, top_rank DESC`,
    list,
  )
  const found = database.all<BodyRow>(
    `SELECT id, rows AS count, top_height AS top, bottom_height AS bottom, bottom_rank AS rank FROM bodies
      WHERE list_id = ? ORDER BY top_height DESC, top_rank DESC`,
    list,
  )
  let [rows, at] = [0, 0]
  const bodies = found.map(({ id, count, top, bottom, rank }): BodyPlace => {
    const start = rows
    rows += count
    const interval = intervals[at]
    const isBottom = interval?.bottom === bottom && interval.rank === rank
    if (isBottom) at += 1
    const after = !isBottom ? 'joined' : interval.is_end === 1 ? 'end' : 'gap'
    return { id, count, after, top, bottom, start }
  })
  const last = intervals.at(-1)
  return {
    bodies,
    rows,
    isComplete: intervals.length === 1 && last?.is_end === 1,
    next: last?.cursor == null ? null : (JSON.parse(last.cursor) as Cursor),
  }
}

/** Cursor of the page below a body. */
export function cursorBelowBody(database: Database, { id }: Pick<BodyPlace, 'id'>): Cursor | null {
  const text = database.get<{ cursor: string }>(
    `SELECT cursor FROM bodies JOIN cursors ON cursors.list_id = bodies.list_id
      AND height = bottom_height AND rank = bottom_rank WHERE id = ?`,
    id,
  )?.cursor
  return text === undefined ? null : (JSON.parse(text) as Cursor)
}
