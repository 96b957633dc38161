/** The rows of a list as a view shows them. */
import type { GridRow, GridRows } from '#renderer/ui/grid/grid-row.ts'

/** The shown rows. Each change makes a new object. */
export interface ShownRows extends GridRows {
  /** Rows that are folded away, and how many of them are address poisoning. */
  readonly folded: number
  readonly poisoned: number
  /** Index of the row with this key; undefined where it is not loaded. */
  indexOf(key: string): number | undefined
  /** Reads all rows in order. */
  read?(): AsyncIterable<GridRow>
  /** `pin` keeps the rows with these keys in memory, and no others; `pinned` returns them in order. */
  pin?(keys: ReadonlySet<string>): void
  pinned?(): readonly GridRow[]
}

/** The shown rows of a list, for its drawer and its selection. */
export interface RowsOfList {
  /** Identity of the list: another list has another value. */
  readonly list: unknown
  readonly rows: ShownRows
}

/** The rows that are in the window. */
export function* rowsOf(rows: GridRows): Generator<GridRow> {
  for (let index = 0; index < rows.count; index += 1) {
    const row = rows.at(index)
    if (row) yield row
  }
}
