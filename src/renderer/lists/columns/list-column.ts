import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridColumn } from '#renderer/ui/grid/grid-column.ts'

/** A column of a list: its cells know the source, the coin and how times are shown. */
export type ListColumn<Item> = GridColumn<Item, CellContext>

/** A column whatever its list: it meets rows of that list only. */
export type AnyListColumn = ListColumn<never>
