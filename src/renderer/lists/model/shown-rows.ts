/** The rows of a list as a view shows them. */
import type { GridRow, GridRows } from '#renderer/ui/grid/grid-row.ts'

/** The shown rows: a new object whenever they change. */
export interface ShownRows extends GridRows {
  /** How many rows are folded away, and how many of them as address poisoning. */
  readonly folded: number
  readonly poisoned: number
  /** At which index the row with this key is shown, if it is here. */
  indexOf(key: string): number | undefined
  /** All of them, one after another. */
  read?(): AsyncIterable<GridRow>
  /** These stay, and no others; and those that stay, in their order. */
  pin?(keys: ReadonlySet<string>): void
  pinned?(): readonly GridRow[]
}

/** The shown rows of a list, as its drawer and picked rows read them. */
export interface RowsOfList {
  /** Another value of another list. */
  readonly list: unknown
  readonly rows: ShownRows
}

/** Those that are here. */
export function* rowsOf(rows: GridRows): Generator<GridRow> {
  for (let index = 0; index < rows.count; index += 1) {
    const row = rows.at(index)
    if (row) yield row
  }
}
