import type { GridRows } from './grid-row.ts'

interface SelectionProps {
  readonly rows: GridRows
  readonly selected: ReadonlySet<string>
}

export interface RowSelection {
  /** A range that is selected next starts at this row. */
  startAt(index: number): void
  /** Selects the rows from where the range starts to this one, and no others. */
  selectTo(index: number): void
  /** Selects the row or takes it out of the selection; the next range starts at it. */
  toggle(index: number): void
}

/** Selecting rows with Shift, Control and the space bar. `select` is called with the keys of all selected rows. */
export function createRowSelection(
  props: SelectionProps,
  select: (keys: ReadonlySet<string>) => void,
): RowSelection {
  let anchor = 0
  return {
    startAt(index) {
      anchor = index
    },
    selectTo(index) {
      const keys = new Set<string>()
      for (let at = Math.min(anchor, index); at <= Math.max(anchor, index); at++) {
        const row = props.rows.at(at)
        if (row) keys.add(row.key)
      }
      select(keys)
    },
    toggle(index) {
      const key = props.rows.at(index)?.key
      if (key === undefined) return
      const keys = new Set(props.selected)
      if (!keys.delete(key)) keys.add(key)
      anchor = index
      select(keys)
    },
  }
}
