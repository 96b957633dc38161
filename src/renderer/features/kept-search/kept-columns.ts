import { $msgid } from '#shared/text/gettext.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { readInContext, type AnyListColumn } from '#renderer/lists/columns/list-column.ts'
import { columnsOf } from '#renderer/lists/columns/list-columns.ts'
import { sortFieldOf } from '#renderer/lists/columns/sort-field.ts'
import { type ListId, listEndpoint } from '#shared/lists/list-table.ts'

/** The columns for a kind of row, with a column for its source. Each cell is read in the context of its row's source. */
export function keptColumns(
  list: ListId,
  contextOf: (item: object) => CellContext,
  sourceName: (item: object) => string,
): readonly AnyListColumn[] {
  const { resource } = listEndpoint(list)
  const own = columnsOf(list, {})
    .filter(({ id, hiddenAtFirst }) => id !== 'direction' && hiddenAtFirst !== true)
    .map((column) => ({
      ...readInContext(column, contextOf),
      // The core sorts; the column only says that sorting is possible.
      sort: sortFieldOf(resource, column.id) === undefined ? undefined : column.sort,
    }))
  const source: AnyListColumn = {
    id: 'source',
    label: $msgid('Source'),
    width: 104,
    grow: 0.4,
    narrow: { at: 'fact' },
    cell: (item: never) => sourceName(item),
    text: (item: never) => sourceName(item),
  }
  return [source, ...own]
}
