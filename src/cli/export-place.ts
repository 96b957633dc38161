/**
 * Where an export is, in a file beside its unfinished one: a process that was killed goes on there. The person's own
 * file alone is believed, since it says what is written where.
 */
import { lstatSync, rmSync } from 'node:fs'
import * as z from 'zod/mini'
import { partOf, removePart } from '#core/export/export-file.ts'
import type { WriterState } from '#core/export/row-writer.ts'
import { parseJson } from '#platform/parse-json.ts'
import { readPrivateFile, writePrivateFile } from '#platform/private-files.ts'
import { cursor, type Cursor } from '#shared/lists/page.ts'

export interface ExportPlace {
  readonly cursor: Cursor
  /** The keys of the page before the cursor. */
  readonly keys: readonly string[]
  readonly rows: number
  readonly writer: WriterState
}

/** Rows that came since would be missing in its file. */
const MAX_AGE_MS = 86_400_000

const saved = z.object({
  request: z.string(),
  /** The process that writes it, and when it last did, in ms since 1970. */
  pid: z.int().check(z.positive()),
  at: z.int(),
  cursor,
  keys: z.readonly(z.array(z.string())),
  rows: z.int(),
  offset: z.int().check(z.positive()),
  memory: z.nullable(z.string()),
})

const placeOf = (file: string) => `${partOf(file)}.json`

/** `request`: all that the bytes of the file depend on. */
export function savePlace(file: string, request: string, { writer, ...place }: ExportPlace): void {
  const { offset, memory } = writer
  const text = memory && Buffer.from(memory).toString('base64')
  const about = { request, pid: process.pid, at: Date.now() }
  writePrivateFile(
    placeOf(file),
    JSON.stringify({ ...about, ...place, offset, memory: text } satisfies Saved),
  )
}
type Saved = z.infer<typeof saved>

/** Undefined if there is none of this request, or only an old one. */
export function findPlace(file: string, request: string): ExportPlace | undefined {
  const found = readPlace(file)
  if (found?.request !== request || Date.now() - found.at > MAX_AGE_MS) return undefined
  const { offset, memory, cursor: at, keys, rows } = found
  if (lstatSync(partOf(file)).size < offset) return undefined
  const writer = { offset, memory: memory === null ? null : Buffer.from(memory, 'base64') }
  return { cursor: at, keys, rows, writer }
}

/** The process that is writing the file; undefined if there is none. */
export function findWriter(file: string): number | undefined {
  const { pid, at = 0 } = readPlace(file) ?? {}
  if (pid === undefined || pid === process.pid || Date.now() - at > MAX_AGE_MS) return undefined
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}

function readPlace(file: string): Saved | undefined {
  if (!isOwn(placeOf(file)) || !isOwn(partOf(file))) return undefined
  const read = z.safeParse(saved, parseJson(readPrivateFile(placeOf(file))))
  return read.success ? read.data : undefined
}

export function removeUnfinished(file: string): void {
  removePart(file)
  removePlace(file)
}

/** As `removePart`: if it can't be removed, its disk is gone. */
export function removePlace(file: string): void {
  try {
    rmSync(placeOf(file), { force: true })
  } catch {
    // Nothing reads the file.
  }
}

/** Windows has no owner that Node knows. */
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && (process.getuid === undefined || found.uid === process.getuid())
}
