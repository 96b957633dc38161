import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'

/** What SideBySide.vue gives to the view of its list. */
export interface BesidePart {
  /** With the mark of each row, while two lists are compared. */
  columns(columns: readonly AnyListColumn[]): readonly AnyListColumn[]
  /** Rows that have the mark that was chosen; null: all. */
  readonly find: ((row: GridRow) => boolean) | null
  /** The list was scrolled to here, px of rows. */
  onMoved(top: number): void
  /** The last row seen is another one. */
  onReached(lastSeen: number): void
}
