import type { VNodeChild } from 'vue'
import type { SortValue } from '#shared/query/sort-values.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'

/** The column that rows are sorted by. */
export interface GridSort {
  readonly column: string
  readonly descending: boolean
}

/** Place of a column in rows of two lines. Only a `kind` or a `fact` is left out where it does not fit. */
interface NarrowPlace<Item, Context> {
  /** First line: mark, subject, amount with unit. Second line: kind, facts, and the end, which is below the amount. */
  readonly at: 'mark' | 'main' | 'amount' | 'unit' | 'kind' | 'fact' | 'end'
  /** The cell in this place, where it differs from the column's. */
  readonly cell?: (item: Item, context: Context, room: number) => VNodeChild
  /** Ids of columns that this cell makes redundant. */
  readonly standsFor?: readonly string[]
  /** Shows the label, too: a number alone would not say what it counts. */
  readonly isNamed?: boolean
}

/** A column over rows of `Item`. `Context` is passed to every cell. */
export interface GridColumn<Item, Context> {
  readonly id: string
  /** Name in menus, exports and for screen readers: English, translated when it is shown. */
  readonly label: string
  /** Text of the head. The label where absent; no text where empty. */
  readonly head?: (context: Context) => string
  /**
   * Least width in px. A function for content of fixed length that depends on the context: such a column can't be made
   * narrower.
   */
  readonly width: number | ((context: Context) => number)
  /** Share of the remaining width; 0 keeps the width. */
  readonly grow: number
  readonly align?: 'end'
  /** Place in rows of two lines. Absent: the column has none there, and is the first that a full grid leaves out. */
  readonly narrow?: NarrowPlace<Item, Context>
  readonly hiddenAtFirst?: boolean
  /** `room`: width of the cell, px at the default text size. */
  readonly cell: (item: Item, context: Context, room: number) => VNodeChild
  /** The full value for copies, filters and exports. Does not depend on the window's language. */
  readonly text: (item: Item, context: Context) => string
  /** The target of Enter on the cell. */
  readonly link?: (item: Item, context: Context) => RouteLink | undefined
  readonly sort?: (item: Item, context: Context) => SortValue | undefined
}

/** A column as the grid knows it, without types. It only gets rows and context of its own list. */
export type AnyColumn = GridColumn<never, never>
