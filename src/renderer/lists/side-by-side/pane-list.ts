import type { GridHandle } from '#renderer/ui/grid/grid-row.ts'
import type { ShownList } from '../model/use-shown-list.ts'

/** The list of one of two panes. */
export interface PaneList {
  readonly list: () => ShownList
  readonly grid: () => GridHandle | null
  /** Number of rows, or of lines where the rows are on shared lines. */
  readonly count: () => number
  /** The rows are sorted by a column. */
  readonly isSorted: () => boolean
  /**
   * Position that the other list last scrolled this one to, in px of rows; undefined once a person scrolled this one.
   */
  told: number | undefined
  /** Position that this list leads from, in px of rows: it scrolls the other list again once either has more rows. */
  ahead: number | undefined
  /** Aborts the running request for the position of the other list. */
  asking: AbortController | undefined
}
