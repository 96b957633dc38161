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
  /** Of the page before it. */
  readonly keys: readonly string[]
  readonly rows: number
  readonly writer: WriterState
}

const saved = z.object({
  request: z.string(),
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
  writePrivateFile(placeOf(file), JSON.stringify({ request, ...place, offset, memory: text } satisfies Saved))
}
type Saved = z.infer<typeof saved>

/** Undefined if there is none of this request. */
export function findPlace(file: string, request: string): ExportPlace | undefined {
  if (!isOwn(placeOf(file)) || !isOwn(partOf(file))) return undefined
  const read = z.safeParse(saved, parseJson(readPrivateFile(placeOf(file))))
  if (!read.success || read.data.request !== request) return undefined
  const { offset, memory, cursor: at, keys, rows } = read.data
  if (lstatSync(partOf(file)).size < offset) return undefined
  const writer = { offset, memory: memory === null ? null : Buffer.from(memory, 'base64') }
  return { cursor: at, keys, rows, writer }
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
