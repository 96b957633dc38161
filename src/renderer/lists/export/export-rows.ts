/** Loaded rows as a file: made here and saved by the browser, so nothing leaves the machine. */
import { asItCame, parseRaw } from '#shared/chain/odd-fields.ts'
import { csvCell } from '#shared/text/csv-cell.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { AnyListColumn } from '#renderer/lists/columns/list-column.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

export type ExportFormat = 'csv' | 'json'

/** Rows one after another; `visit` is called with each. */
export type RowSource = (visit: (row: GridRow) => void) => void

/** The shown columns in their order, each value whole and exact. Rows that could not be read have their JSON instead. */
export function csvOf(rows: RowSource, columns: readonly AnyListColumn[], context: CellContext): Blob {
  const parts = [csvLine(columns.map(({ label }) => label))]
  rows((row) => {
    if (row.kind === 'item')
      parts.push(csvLine(columns.map((column) => column.text(row.item as never, context))))
  })
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** Every item as the API gave it, those that could not be read as well, in their own words. */
export function jsonOf(rows: RowSource): Blob {
  const parts: string[] = []
  rows((row) => {
    const json = JSON.stringify(row.kind === 'item' ? asItCame(row.item) : parseRaw(row.unread.raw))
    parts.push(parts.length === 0 ? '[\n' : ',\n', json)
  })
  return new Blob(parts.length === 0 ? ['[]\n'] : [...parts, '\n]\n'], { type: 'application/json' })
}

/** What a file is called: list, address or token where there is one, and the day. */
export function fileName(
  list: string,
  params: Readonly<Record<string, string>>,
  format: ExportFormat,
): string {
  const [first] = Object.values(params)
  const of = first === undefined ? '' : `-${first.slice(0, 10)}`
  return `chainglass-${list}${of}-${new Date().toISOString().slice(0, 10)}.${format}`
}

export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(link.href)
  }, 60_000)
}

/** One line of a table, its values as they are read by a table program. */
export const csvLine = (values: readonly string[]) => `${values.map(csvValue).join(',')}\r\n`

/** Numbers stay numbers, below zero too. */
export const csvValue = (value: string): string => (/^-?\d+(\.\d+)?$/.test(value) ? value : csvCell(value))
