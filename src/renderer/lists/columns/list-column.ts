import type { Grouping } from '#shared/query/totals.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridColumn } from '#renderer/ui/grid/grid-column.ts'

/** A column of a list: its cells know the source, the coin and how times are shown. */
export interface ListColumn<Item> extends GridColumn<Item, CellContext> {
  /**
   * What it is on paper, where the words of the window, or those of a copy, would not do. The head is in English and
   * looked up.
   */
  readonly printed?: { readonly head?: string; readonly text: (item: Item) => string } | undefined
  /** The rows can be narrowed to those of one value of this column: to one of these groups. */
  readonly pick?: Grouping
}

/** All columns of a list, shown or not, in their order; by the path parameters where these make a difference. */
export type ListColumns<Item> =
  readonly ListColumn<Item>[] | ((params: Readonly<Record<string, string>>) => readonly ListColumn<Item>[])

/** A column whatever its list: it meets rows of that list only. */
export type AnyListColumn = ListColumn<never>

/** The same for rows of several sources: each is read with what is known of its own. */
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
