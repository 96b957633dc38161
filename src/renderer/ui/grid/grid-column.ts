import type { VNodeChild } from 'vue'
import type { CellContext, PlaceLink } from '#renderer/entities/cell-context.ts'

/** What rows are sorted by within a column; undefined goes last, whichever way. */
export type SortValue = bigint | number | string | undefined

export interface GridColumn<Item = unknown> {
  readonly id: string
  /** What it is called in menus, exports and to a screen reader. */
  readonly label: string
  /** What the head shows; the label where absent, nothing where empty. */
  readonly head?: (context: CellContext) => string
  /** Least width in px. */
  readonly width: number
  /** Its share of the room that is left; 0 keeps the width. */
  readonly grow: number
  readonly align?: 'end'
  readonly hiddenAtFirst?: boolean
  readonly cell: (item: Item, context: CellContext) => VNodeChild
  /** The whole value: what is copied, found, and exported. */
  readonly text: (item: Item, context: CellContext) => string
  /** Where Enter on the cell goes. */
  readonly place?: (item: Item, context: CellContext) => PlaceLink | undefined
  readonly sort?: (item: Item) => SortValue
}

/** The type of a grid does not matter to it: a column only ever meets rows of its own list. */
export type AnyColumn = GridColumn<never>
