/** `export`: writes a whole list, or the matching rows, to a file. */
import { existsSync, statSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { createStorageError, getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { convertAmounts, type AmountForm } from '#shared/export/convert-amounts.ts'
import { rowTable, type RowTable } from '#shared/export/export-row.ts'
import { filterRows, type Page, sourceNoticeOf } from '#shared/lists/page.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { EXPORT_FORMATS, type ExportFormat } from '#shared/rpc/contract/export.ts'
import { partOf, putInPlace } from '#core/export/export-file.ts'
import { describeFilter, openRowWriter } from '#core/export/open-row-writer.ts'
import type { RowWriter } from '#core/export/row-writer.ts'
import type { CommandContext } from '../command-context.ts'
import { createKeptNotes } from '../describe-kept.ts'
import {
  findPlace,
  findWriter,
  removePlace,
  removeUnfinished,
  savePlace,
  type ExportPlace,
} from '../export-place.ts'
import { readListQuestion } from '../list-rows.ts'
import { readFilters } from '../read-filters.ts'
import { readListPages } from '../read-list.ts'
import { readFields } from '../output/item-rows.ts'
import { findNamedList, type NamedList } from '../thing.ts'
import { UsageError } from '../output/failures.ts'

export interface ExportOptions {
  readonly out: string
  readonly where?: string
  readonly fields?: readonly string[]
  /** Whether the address is a token. */
  readonly token?: boolean
  readonly filter?: Readonly<Record<string, string>>
  readonly force?: boolean
  /** Amounts of Parquet. */
  readonly u256?: AmountForm
  /** Whether a CSV begins with a byte order mark. */
  readonly excel?: boolean
}

/** The file appears in its place only when it is complete. */
export async function exportList(
  context: CommandContext,
  thing: string,
  name: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { session, output } = context
  const { out, where = '', filter = {}, token = false, force: replaces = false } = options
  const named = await findNamedList(thing, name, { session, output, isToken: token })
  const filters = readFilters(named.list, filter)
  const file = resolve(out)
  const format = formatOf(file)
  refuseFolder(file, out)
  if (existsSync(file) && !replaces) throw new UsageError(`${out} is there already. --force replaces it.`)
  const other = findWriter(file)
  if (other !== undefined) throw new UsageError(`Another export writes ${out} (process ${String(other)}).`)
  const question = await readListQuestion(session, named, where)
  const { chainId } = session.source
  const table = readColumns(rowTable(question.resource, chainId, question.context), format, options)
  // If the core ends, nobody waits for this work any more.
  session.lost.catch(() => {
    removeUnfinished(file)
  })
  const request = JSON.stringify([
    ...[placeOf(session.source), named, filters, where],
    ...[table.columns, format, options.excel, options.fields],
  ])
  try {
    const from = replaces ? undefined : findPlace(file, request)
    // Else a place of another command would be found beside this one's file.
    if (!from) removePlace(file)
    if (from) output.note(`It was ended before its end: it goes on after ${String(from.rows)} rows.`)
    const texts = format === 'jsonl' && options.fields === undefined
    const writer = await openRowWriter(format, {
      ...{ path: partOf(file), table, from: from?.writer, hasMark: options.excel ?? false },
      about: { list: named.list, chainId, filter: describeFilter({ filters, where }), at: Date.now() },
    })
    try {
      const rows = await writePages(context, { ...named, filters, texts }, question, {
        ...{ writer, from },
        save: (place) => {
          savePlace(file, request, place)
        },
      })
      session.signal.throwIfAborted()
      await writer.finish()
      output.note(`${String(rows)} rows, ${String(writer.bytes)} bytes: ${out}`)
    } finally {
      await writer.close()
    }
    if (replaces) await rename(partOf(file), file)
    else if (putInPlace(file) !== file) output.note(`${out} has come meanwhile: this is beside it.`)
    removePlace(file)
  } catch (error) {
    removeUnfinished(file)
    const kind = error instanceof ChainglassFailure ? undefined : getStorageErrorKind(error)
    throw kind === undefined ? error : createStorageError(kind, 'export')
  }
}

function readColumns(
  table: RowTable,
  format: ExportFormat,
  { fields, u256 = 'string', excel = false }: ExportOptions,
): RowTable {
  if (u256 !== 'string' && format !== 'parquet')
    throw new UsageError('--u256 is for Parquet: elsewhere amounts are digits.')
  if (excel && format !== 'csv') throw new UsageError('--excel is for CSV.')
  // `unread_json` has the numbers that the type of their column can't hold.
  const chosen = fields && u256 !== 'string' ? [...new Set([...fields, 'unread_json'])] : fields
  return convertAmounts(readFields(table, chosen), u256)
}

/** Checked before anything is read. */
function refuseFolder(file: string, typed: string) {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new UsageError(`${typed} is no file.`)
}

const placeOf = (source: SourceView) => [source.chainId, 'baseUrl' in source ? source.baseUrl : source.id]

/** The interval between saves: a kill costs this much work. */
const SAVE_INTERVAL_MS = 250

interface Writing {
  readonly writer: RowWriter
  readonly from: ExportPlace | undefined
  readonly save: (place: ExportPlace) => void
}

async function writePages(
  { session, output }: CommandContext,
  request: NamedList & Parameters<typeof readListPages>[1],
  { fits, fitsUnread }: Awaited<ReturnType<typeof readListQuestion>>,
  { writer, from, save }: Writing,
): Promise<number> {
  let rows = from?.rows ?? 0
  const kept = createKeptNotes(output, request.texts === true)
  let savedAt = Date.now()
  const start = from && { cursor: from.cursor, known: from.keys }
  for await (const page of readListPages(session, { ...request, ...start })) {
    refuseGap(page)
    kept.begin(page)
    const matching = filterRows(page, fits, fitsUnread)
    await writer.write(matching)
    const written = matching.items.length + matching.unread.length
    rows += written
    kept.end(page, written)
    const said = sourceNoticeOf(page.notice)
    if (said) output.note(`${session.source.name} says: “${said.message}”`)
    if (page.next !== null && Date.now() - savedAt >= SAVE_INTERVAL_MS) {
      const { next: cursor, keys } = page
      const saved = await writer.save()
      if (saved) {
        save({ cursor, keys, rows, writer: saved })
        savedAt = Date.now()
      }
    }
    output.progress(`${String(rows)} rows, ${String(writer.bytes)} bytes`)
  }
  kept.endAll()
  return rows
}

function refuseGap({ gap }: Page): void {
  if (gap)
    throw new Error('Rows are not on this machine, and the source can’t be asked: no file was written.')
}

function formatOf(file: string): ExportFormat {
  const end = extname(file).slice(1).toLowerCase()
  const format = EXPORT_FORMATS.find((one) => one === end)
  if (format) return format
  throw new UsageError(`The name says what is written: it ends with .${EXPORT_FORMATS.join(', .')}.`)
}
