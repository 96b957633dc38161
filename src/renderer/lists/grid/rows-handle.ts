import type { GridHandle } from '#renderer/ui/grid/grid-row.ts'

/** What a view can tell rows to do, and what is picked of them (`RowsGrid`). */
export interface RowsHandle {
  /** What draws them; null until it is there. */
  readonly grid: GridHandle | null
  /** Keys of the rows that are picked. */
  readonly selected: ReadonlySet<string>
  copySelected(): void
  unselect(): void
}
