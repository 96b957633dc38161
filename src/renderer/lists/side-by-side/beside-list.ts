import type { GridHandle } from '#renderer/ui/grid/grid-row.ts'
import type { ShownList } from '../model/use-shown-list.ts'

/** A list in one of two panes. */
export interface BesideList {
  readonly list: () => ShownList
  readonly grid: () => GridHandle | null
  /** Of its rows, or of the lines that they stand on. */
  readonly count: () => number
  /** Its rows stand in the order of a column. */
  readonly isSorted: () => boolean
  /** Where the other list scrolled it to, px of rows; absent where it was scrolled by itself since. */
  told: number | undefined
  /** It scrolled the other list last, and has to once more when either has further rows: from here, px of rows. */
  ahead: number | undefined
  /** Where the other list has to go is being asked. */
  asking: AbortController | undefined
}
