/** What is held of a list and what is missing between, without unpacking any of its rows. */
import type { Cursor } from '#shared/lists/page.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { formatCursor } from '../api-client/read/cursor.ts'
import { shortHash } from './held-rows.ts'

/** Rows that follow one another without a gap, by the blocks they stand in. */
interface HeldInterval {
  /** Null in a list that is not in chain order. */
  readonly top: number | null
  readonly bottom: number | null
  readonly rows: number
}

export interface Coverage {
  /** From the newest to the oldest. */
  readonly intervals: readonly HeldInterval[]
  readonly rows: number
  /** One interval from the head to the end of the list. */
  readonly isComplete: boolean
  /** Compressed, without indexes. */
  readonly bytes: number
}

interface ChunkEnd {
  readonly position: number
  readonly after: string
  readonly cursor: string | null
}

const END = 'SELECT position, after, cursor FROM chunks WHERE list_id = ?'

/**
 * What to ask for to fill the next gap at or below the row that a cursor continues, or from the head on. Its cursor is
 * null where nothing is held; undefined where nothing is missing.
 */
export function findMissing(
  database: Database,
  list: number,
  from: Cursor | null,
): { readonly cursor: Cursor | null } | undefined {
  const start =
    (from && chunkOf(database, list, from)) ??
    database.get<ChunkEnd>(`${END} ORDER BY position LIMIT 1`, list)
  if (!start) return { cursor: null }
  const gap =
    start.after === 'gap'
      ? start
      : database.get<ChunkEnd>(
          `${END} AND position > ? AND after = 'gap' ORDER BY position LIMIT 1`,
          list,
          start.position,
        )
  return gap && { cursor: gap.cursor === null ? null : (JSON.parse(gap.cursor) as Cursor) }
}

const chunkOf = (database: Database, list: number, cursor: Cursor) =>
  database.get<ChunkEnd>(
    `${END} AND id = (SELECT chunk_id FROM rows WHERE list_id = ? AND cursor = ?)`,
    list,
    list,
    shortHash(formatCursor(cursor)),
  )

export function readCoverage(database: Database, list: number): Coverage {
  const chunks = database.all<HeldInterval & { readonly after: string; readonly bytes: number }>(
    `SELECT after, top_height AS top, bottom_height AS bottom, row_count AS rows, length(body) AS bytes
      FROM chunks WHERE list_id = ? ORDER BY position`,
    list,
  )
  const intervals: HeldInterval[] = []
  let [rows, bytes] = [0, 0]
  let isJoined = false
  for (const chunk of chunks) {
    const above = isJoined ? intervals.pop() : undefined
    intervals.push({
      top: above ? above.top : chunk.top,
      bottom: chunk.bottom ?? above?.bottom ?? null,
      rows: (above?.rows ?? 0) + chunk.rows,
    })
    isJoined = chunk.after === 'joined'
    rows += chunk.rows
    bytes += chunk.bytes
  }
  return { intervals, rows, bytes, isComplete: intervals.length === 1 && chunks.at(-1)?.after === 'end' }
}

export const countHeldRows = (database: Database, list: number) =>
  database.get<{ rows: number | null }>('SELECT sum(row_count) AS rows FROM chunks WHERE list_id = ?', list)
    ?.rows ?? 0
