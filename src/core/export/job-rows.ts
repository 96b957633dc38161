/** Exports in the store: the request of each, and its position. */
import * as z from 'zod/mini'
import { exportRequest, MAX_EXPORTS, type ExportRequest } from '#shared/rpc/contract/export.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { cursor, type Cursor } from '#shared/lists/page.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { WriterState } from './row-writer.ts'

export type StoredState = 'waiting' | 'paused' | 'failed' | 'done'

/** The position in a file after a complete page. */
export interface SavedPlace {
  readonly cursor: Cursor
  readonly read: number
  readonly rows: number
  readonly writer: WriterState
}

export interface StoredJob {
  readonly id: number
  readonly request: ExportRequest
  readonly file: string
  readonly state: StoredState
  readonly read: number
  readonly rows: number
  readonly bytes: number
  /** Whether the file is complete, beside its place or in it. */
  readonly isWhole: boolean
  readonly error?: ChainglassError
  readonly notice?: string
}

interface JobRow {
  id: number
  request: string
  file: string
  state: StoredState
  read: number
  rows: number
  bytes: number
  is_whole: number
  error: string | null
  notice: string | null
}

const COLUMNS = 'id, request, file, state, read, rows, bytes, is_whole, error, notice'

export type JobRows = ReturnType<typeof createJobRows>

export function createJobRows(store: Database) {
  return {
    /** The newest first. */
    all: (): readonly StoredJob[] =>
      store.all<JobRow>(`SELECT ${COLUMNS} FROM exports ORDER BY id DESC`).flatMap(toJob),
    find(id: number): StoredJob | undefined {
      const row = store.get<JobRow>(`SELECT ${COLUMNS} FROM exports WHERE id = ?`, id)
      return row && toJob(row)[0]
    },
    add(request: ExportRequest, file: string): number {
      store.run(
        `DELETE FROM exports WHERE state = 'done' AND id NOT IN
           (SELECT id FROM exports WHERE state = 'done' ORDER BY id DESC LIMIT ?)`,
        MAX_EXPORTS - 1,
      )
      return store.insert(
        `INSERT INTO exports (request, file, state) VALUES (?, ?, 'waiting')`,
        JSON.stringify(request),
        file,
      )
    },
    setState(id: number, state: StoredState, error?: ChainglassError) {
      store.run(
        'UPDATE exports SET state = ?, error = ? WHERE id = ?',
        state,
        error ? JSON.stringify(error) : null,
        id,
      )
    },
    setNotice(id: number, notice: string) {
      store.run('UPDATE exports SET notice = ? WHERE id = ?', notice, id)
    },
    place(id: number): SavedPlace | undefined {
      const row = store.get<{
        place: string | null
        read: number
        rows: number
        bytes: number
        memory: Uint8Array | null
      }>('SELECT place, read, rows, bytes, memory FROM exports WHERE id = ?', id)
      const at = row?.place == null ? undefined : z.safeParse(cursor, parseJson(row.place))
      if (!row || !at?.success) return undefined
      const { read, rows, bytes: offset, memory } = row
      return { cursor: at.data, read, rows, writer: { offset, memory } }
    },
    savePlace(id: number, { cursor: at, read, rows, writer }: SavedPlace) {
      store.run(
        'UPDATE exports SET place = ?, read = ?, rows = ?, bytes = ?, memory = ? WHERE id = ?',
        JSON.stringify(at),
        read,
        rows,
        writer.offset,
        writer.memory,
        id,
      )
    },
    /** Makes the export begin again. */
    forgetPlace(id: number) {
      store.run(
        'UPDATE exports SET place = NULL, memory = NULL, read = 0, rows = 0, bytes = 0, is_whole = 0 WHERE id = ?',
        id,
      )
    },
    setWhole(id: number, file: string, { read, rows, bytes }: Pick<StoredJob, 'read' | 'rows' | 'bytes'>) {
      store.run(
        'UPDATE exports SET is_whole = 1, file = ?, read = ?, rows = ?, bytes = ?, memory = NULL WHERE id = ?',
        file,
        read,
        rows,
        bytes,
        id,
      )
    },
    remove(id: number) {
      store.run('DELETE FROM exports WHERE id = ?', id)
    },
  }
}

/** Empty for a job of another version, with a list or a format that is unknown here. */
function toJob({ request, is_whole, error, notice, ...row }: JobRow): StoredJob[] {
  const parsed = z.safeParse(exportRequest, parseJson(request))
  if (!parsed.success) return []
  return [
    {
      ...row,
      request: parsed.data,
      isWhole: is_whole === 1,
      ...(error === null ? {} : { error: parseJson(error) as ChainglassError }),
      ...(notice === null ? {} : { notice }),
    },
  ]
}
