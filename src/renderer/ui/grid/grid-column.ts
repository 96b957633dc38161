import type { VNodeChild } from 'vue'
import type { SortValue } from '#shared/query/sort-values.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'

/** The column that the loaded rows are sorted by. */
export interface GridSort {
  readonly column: string
  readonly descending: boolean
}

/** A column over rows of `Item`; `Context` is what every cell is given besides its row. */
export interface GridColumn<Item, Context> {
  readonly id: string
  /** What it is called in menus, exports and to a screen reader: in English, looked up where it is shown. */
  readonly label: string
  /** What the head shows; the label where absent, nothing where empty. */
  readonly head?: (context: Context) => string
  /**
   * Least width in px. A function where what is shown is of one length, which the context decides: such a column is never
   * made narrower.
   */
  readonly width: number | ((context: Context) => number)
  /** Its share of the room that is left; 0 keeps the width. */
  readonly grow: number
  readonly align?: 'end'
  readonly hiddenAtFirst?: boolean
  /** `room`: how wide the cell is, px at the usual text size. */
  readonly cell: (item: Item, context: Context, room: number) => VNodeChild
  /** The whole value: what is copied, found, and exported, whatever the language of the window. */
  readonly text: (item: Item, context: Context) => string
  /** Where Enter on the cell goes. */
  readonly link?: (item: Item, context: Context) => RouteLink | undefined
  readonly sort?: (item: Item, context: Context) => SortValue | undefined
}

/** A column to a grid, which does not know the types: it meets rows and context of its own list only. */
export type AnyColumn = GridColumn<never, never>
