import type { VNodeChild } from 'vue'
import type { SortValue } from '#shared/query/sort-values.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'

/** The column that the loaded rows are sorted by. */
export interface GridSort {
  readonly column: string
  readonly descending: boolean
}

/** A place in rows of two lines. What is no `kind` or `fact` is never left out for want of room. */
interface NarrowPlace<Item, Context> {
  /**
   * On the first line a mark, what the row is about, its amount with the unit; on the second one of what kind it is, facts, and
   * what stands at the end, below the amount.
   */
  readonly at: 'mark' | 'main' | 'amount' | 'unit' | 'kind' | 'fact' | 'end'
  /** What is shown there, where it is not what the column has. */
  readonly cell?: (item: Item, context: Context, room: number) => VNodeChild
  /** Ids of columns that would say the same there. */
  readonly standsFor?: readonly string[]
  /** With its label: a number alone would not say what it counts. */
  readonly isNamed?: boolean
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
  /** Where it stands in rows of two lines; absent: nowhere, and it is the first to leave a grid without room for it. */
  readonly narrow?: NarrowPlace<Item, Context>
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
