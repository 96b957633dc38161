/** A row as text for other programs. */
import type { ListId } from '#shared/lists/list-table.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { AnyListColumn } from '#renderer/lists/columns/list-column.ts'
import { rowAsItCame } from '#renderer/lists/export/export-scope.ts'
import { describeGap, type GridRow, type UnreadRow } from '#renderer/ui/grid/grid-row.ts'

/** Values of the shown columns with tabs between them, which a table program reads as cells. */
export function rowLine(row: GridRow, columns: readonly AnyListColumn[], context: CellContext): string {
  if (row.kind === 'gap') return describeGap(row.gap)
  if (row.kind === 'unread') return row.unread.raw
  return columns
    .map((column) => column.text(row.item as never, context).replace(/[\t\r\n]+/g, ' '))
    .join('\t')
}

/** The items as the API gave them: one by itself, several as an array. What could not be read stays as it came. */
export function rowsAsJson(rows: readonly GridRow[]): string {
  const items = rows.map(rowAsItCame)
  return JSON.stringify(items.length === 1 ? items[0] : items, null, 2)
}

/** What could not be read and why, in English, for whoever maintains the source or this program. */
export const unreadReport = (unread: UnreadRow, list: ListId): string =>
  [
    `List: ${list}`,
    `Why: ${unread.path === '' ? 'it' : unread.path} is ${unread.found === 'missing' ? 'missing' : `${unread.found}, ${unread.expected} was expected`}`,
    unread.raw,
  ].join('\n')
