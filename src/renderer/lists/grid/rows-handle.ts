import type { GridHandle } from '#renderer/ui/grid/grid-row.ts'

/** The handle that `RowsGrid` exposes to its parent: its grid, its selection and actions on it. */
export interface RowsHandle {
  /** Null until it is mounted. */
  readonly grid: GridHandle | null
  readonly selected: ReadonlySet<string>
  copySelected(): void
  unselect(): void
}
