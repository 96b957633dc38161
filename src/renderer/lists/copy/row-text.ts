/** Text of rows for the clipboard. */
import type { ListId } from '#shared/lists/list-table.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { AnyListColumn } from '#renderer/lists/columns/list-column.ts'
import { rawRow } from '#renderer/lists/export/export-scope.ts'
import { describeGap, type GridRow, type UnreadRow } from '#renderer/ui/grid/grid-row.ts'

/** A row as one line: the texts of the shown columns, separated by tabs, which spreadsheets read as cells. */
export function rowLine(row: GridRow, columns: readonly AnyListColumn[], context: CellContext): string {
  if (row.kind === 'gap') return describeGap(row.gap)
  if (row.kind === 'unread') return row.unread.raw
  return columns
    .map((column) => column.text(row.item as never, context).replace(/[\t\r\n]+/g, ' '))
    .join('\t')
}

/**
 * The items as JSON, as the API gave them: one item alone, several as an array. Unreadable fields keep their original
 * JSON.
 */
export function rowsAsJson(rows: readonly GridRow[]): string {
  const items = rows.map(rawRow)
  return JSON.stringify(items.length === 1 ? items[0] : items, null, 2)
}

/** A report of an unreadable item, in English, for the maintainers of the source or of this program. */
export const unreadReport = (unread: UnreadRow, list: ListId): string =>
  [
    `List: ${list}`,
    `Why: ${unread.path === '' ? 'it' : unread.path} is ${unread.found === 'missing' ? 'missing' : `${unread.found}, ${unread.expected} was expected`}`,
    unread.raw,
  ].join('\n')
