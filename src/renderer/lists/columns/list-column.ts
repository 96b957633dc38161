import type { Grouping } from '#shared/query/totals.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridColumn } from '#renderer/ui/grid/grid-column.ts'

/** A column of a list. Its cells know the source, the coin and the format of times. */
export interface ListColumn<Item> extends GridColumn<Item, CellContext> {
  /**
   * Text on paper, where neither the text of the window nor that of a copy fits. `head` is English and is translated.
   */
  readonly printed?: { readonly head?: string; readonly text: (item: Item) => string } | undefined
  /** The list can be filtered by one value of this column; the values are these groups of its totals. */
  readonly pick?: Grouping
}

/** All columns of a list in their order, hidden ones too; a function where they depend on the path parameters. */
export type ListColumns<Item> =
  readonly ListColumn<Item>[] | ((params: Readonly<Record<string, string>>) => readonly ListColumn<Item>[])

/** A column of any list. It only gets rows of its own list. */
export type AnyListColumn = ListColumn<never>

/** The column for a list of rows from several sources: each row is read with the context of its source. */
export function readInContext<Item extends object>(
  column: ListColumn<Item>,
  contextOf: (item: object) => CellContext,
): ListColumn<Item> {
  const { cell, text, link, narrow } = column
  return {
    ...column,
    cell: (item, _context, room) => cell(item, contextOf(item), room),
    text: (item) => text(item, contextOf(item)),
    ...(link && { link: (item) => link(item, contextOf(item)) }),
    ...(narrow?.cell && {
      narrow: { ...narrow, cell: (item, _context, room) => narrow.cell?.(item, contextOf(item), room) },
    }),
  }
}

export const columnsWithout = <Item>(
  columns: readonly ListColumn<Item>[],
  ...ids: readonly string[]
): readonly ListColumn<Item>[] => columns.filter(({ id }) => !ids.includes(id))
