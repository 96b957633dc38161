/** Splits the text of an import file of any kind into rows. Throws invalid_input for the file as a whole. */
import { MAX_IMPORT_ROWS, type ImportFormat } from '#shared/rpc/contract/watchlist.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import { readCsvCell } from '#shared/text/csv-cell.ts'
import { parseLosslessJson, TooManyValuesError, type TextBounds } from '#shared/lossless-json.ts'
import { isRecord } from '#shared/is-record.ts'
import { findColumns, type Column, type Columns } from './import-columns.ts'
import type { RawEntry } from './import-entry.ts'
import { readCsv, type CsvRow } from './read-csv.ts'

export interface ImportFile {
  readonly format: ImportFormat
  readonly rows: readonly RawEntry[]
}

export function readImport(text: string): ImportFile {
  const content = text.replace(/^\ufeff/, '')
  refuseOther(content)
  const file = /^\s*[[{]/.test(content) ? readJson(content) : readTable(content)
  if (!file.rows.some((row) => /0x|[0-9a-f]{40}/i.test(row.address ?? ''))) {
    throw refuse('file_without_addresses')
  }
  return file
}

function refuseTooLong(rows: number) {
  if (rows > MAX_IMPORT_ROWS) throw refuse({ kind: 'file_too_long', rows, maxRows: MAX_IMPORT_ROWS })
}

function refuseOther(content: string) {
  if (content.trim() === '') throw refuse('file_empty')
  const start = content.slice(0, 1_000)
  if (start.startsWith('PK')) throw refuse('file_is_archive')
  if (start.startsWith('%PDF')) throw refuse('file_is_pdf')
  if (/^\s*<(!doctype|html|\?xml|svg)/i.test(start)) throw refuse('file_is_web_page')
  // A single control character may be in a hostile label; many mean another kind of file.
  const controls = start.match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g)?.length ?? 0
  if (controls > start.length / 50) throw refuse('file_is_binary')
}

function readTable(content: string): ImportFile {
  const { rows, count } = readCsv(content.replace(/^sep=.\r?\n/i, '\n'), MAX_IMPORT_ROWS + 1)
  const [first] = rows
  if (!first) throw refuse('file_empty')
  const heading = findColumns(first.cells)
  const isHeading = heading.address !== undefined && !first.cells.some((cell) => ADDRESS.test(cell))
  refuseTooLong(isHeading ? count - 1 : count)
  if (!isHeading) return { format: { kind: 'csv', columns: null }, rows: withoutHeading(rows) }
  const names = first.cells
  const at = positionsOf(heading, names)
  return {
    format: { kind: 'csv', columns: Object.values(heading) },
    rows: rows.slice(1).map((row) => rowOf(row, at)),
  }
}

const positionsOf = (columns: Columns, names: readonly string[]) =>
  Object.entries(columns).map(([column, name]) => [column as Column, names.indexOf(name)] as const)

const rowOf = (row: CsvRow, at: readonly (readonly [Column, number])[]): RawEntry => ({
  line: row.line,
  ...Object.fromEntries(at.map(([column, position]) => [column, readCsvCell(row.cells[position] ?? '')])),
})

/** `address,label` or `label,address`, as in the first row with an address. */
function withoutHeading(rows: readonly CsvRow[]): RawEntry[] {
  const example = rows.find((row) => row.cells.some((cell) => ADDRESS.test(cell)))?.cells ?? []
  const address = Math.max(
    0,
    example.findIndex((cell) => ADDRESS.test(cell)),
  )
  const label = example.findIndex((cell, index) => index !== address && cell.trim() !== '')
  return rows.map((row) =>
    rowOf(row, [
      ['address', address],
      ['label', label === -1 ? (address === 0 ? 1 : 0) : label],
    ]),
  )
}

const ADDRESS = /0x[0-9a-f]{38,42}(?![0-9a-f])/i

/** An object from address to name has as many keys as rows. */
const BOUNDS: TextBounds = { values: 750_000, keys: 1.2 * MAX_IMPORT_ROWS }

function readJson(content: string): ImportFile {
  let parsed: unknown
  try {
    parsed = parseLosslessJson(content, BOUNDS).json
  } catch (error) {
    throw refuse(error instanceof TooManyValuesError ? 'file_of_too_many_values' : 'file_cut_short')
  }
  const entries = entriesIn(parsed)
  const keys = [...new Set(entries.slice(0, 200).flatMap((entry) => Object.keys(entry)))]
  const columns = findColumns(keys)
  return {
    format: { kind: 'json', columns: Object.values(columns) },
    rows: entries.map((entry, index) => ({
      line: index + 1,
      ...Object.fromEntries(
        Object.entries(columns).map(([column, key]) => [column, textOf(column, entry[key])]),
      ),
    })),
  }
}

type JsonEntry = Readonly<Record<string, unknown>>

/** Accepts a list of entries, such a list inside an object, or an object from address to name. */
function entriesIn(parsed: unknown): JsonEntry[] {
  if (typeof parsed === 'object' && parsed !== null) refuseTooLong(Object.keys(parsed).length)
  if (Array.isArray(parsed)) return parsed.map((one: unknown) => (isRecord(one) ? one : { address: one }))
  if (!isRecord(parsed)) return []
  for (const key of ['entries', 'watchlist', 'items', 'addresses', 'contacts', 'addressBook', 'data']) {
    const inner = Object.hasOwn(parsed, key) ? parsed[key] : undefined
    if (Array.isArray(inner) || (key === 'watchlist' && isRecord(inner))) return entriesIn(inner)
  }
  return Object.entries(parsed).map(([address, value]) =>
    isRecord(value) ? { ...value, address } : { address, label: value },
  )
}

/** An address may be an object with its hash, groups may be a list; everything else is a scalar. */
function textOf(column: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (column === 'groups' && Array.isArray(value)) {
    return value.filter((one) => typeof one === 'string').join(';')
  }
  if (column === 'address' && isRecord(value)) return typeof value.hash === 'string' ? value.hash : ''
  return column === 'chain' && value === null ? 'all' : ''
}

const refuse = (reason: InputReason) => invalidInput('text', reason)
