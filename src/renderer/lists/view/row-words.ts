/** A row as text for other programs. */
import type { ListId } from '#shared/lists/list-table.ts'
import type { UnreadItem } from '#shared/lists/page.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { AnyListColumn } from '#renderer/lists/columns/list-column.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

/** Values of the shown columns with tabs between them: a table program makes cells of it. */
export function lineOf(row: GridRow, columns: readonly AnyListColumn[], context: CellContext): string {
  if (row.kind === 'unread') return row.unread.raw
  return columns
    .map((column) => column.text(row.item as never, context).replace(/[\t\r\n]+/g, ' '))
    .join('\t')
}

/** For whoever looks after the source or this program: what could not be read, and why. */
export const reportOf = (unread: UnreadItem, list: ListId): string =>
  [
    `List: ${list}`,
    `Row: ${String(unread.position + 1)} of its page`,
    `Why: ${unread.path === '' ? 'it' : unread.path} ${unread.reason}`,
    unread.raw,
  ].join('\n')
