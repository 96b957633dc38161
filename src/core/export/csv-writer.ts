/** Writes CSV (RFC 4180, UTF-8) that a spreadsheet can open: no text in it is run. */
import { csvJson, csvLine } from '#shared/text/csv-cell.ts'
import { UNREAD_COLUMN, type Column, type Value } from '#shared/export/export-row.ts'
import { writeOut } from '#shared/units.ts'
import type { RowWriter, WriterOptions } from './row-writer.ts'
import { openTextWriter } from './text-writer.ts'

/** Without it Excel takes UTF-8 for the encoding of its system. */
export const BYTE_ORDER_MARK = '\ufeff'

export function openCsvWriter(options: WriterOptions): Promise<RowWriter> {
  const { table, hasMark = false } = options
  const heads = (hasMark ? BYTE_ORDER_MARK : '') + csvLine(table.columns.map(({ name }) => name))
  return openTextWriter(options, heads, (page) =>
    table
      .rowsOf(page)
      .map((row) => csvLine(csvValues(row, table.columns)))
      .join(''),
  )
}

/** A row as texts, which `csvLine` converts to cells. */
export const csvValues = (row: readonly Value[], columns: readonly Column[]): readonly string[] =>
  row.map((value, at) => cellText(value, columns[at]))

function cellText(value: Value, column: Column | undefined): string {
  if (value === null) return ''
  if (column?.type === 'time') return new Date(Number(value)).toISOString()
  if (column?.name === UNREAD_COLUMN) return csvJson(String(value))
  // Without an exponent: a spreadsheet may read one as text.
  return typeof value === 'number' ? (writeOut(String(value)) ?? String(value)) : String(value)
}
