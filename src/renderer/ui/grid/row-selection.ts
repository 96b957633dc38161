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
  /** Begins anew, in another list. */
  readonly restart: () => void
}

/** Selecting rows with Shift, Control and the space bar. `select` is called with the keys of all selected rows. */
export function createRowSelection(
  props: SelectionProps,
  select: (keys: ReadonlySet<string>) => void,
): RowSelection {
  let anchor = 0
  /** Tells a range that is still being read from one that was selected after it. */
  let selections = 0
  return {
    startAt(index) {
      anchor = index
    },
    selectTo(index) {
      const [first, last] = [Math.min(anchor, index), Math.max(anchor, index)]
      const selection = (selections += 1)
      const { rows } = props
      const reading = rows.readKeys?.(first, last)
      if (reading)
        void reading.then((keys) => {
          if (selection === selections) select(keys)
        })
      else select(keysBetween(rows, first, last))
    },
    toggle(index) {
      const key = props.rows.at(index)?.key
      if (key === undefined) return
      selections += 1
      const keys = new Set(props.selected)
      if (!keys.delete(key)) keys.add(key)
      anchor = index
      select(keys)
    },
    restart() {
      anchor = 0
      selections += 1
    },
  }
}

function keysBetween(rows: GridRows, first: number, last: number): ReadonlySet<string> {
  const keys = new Set<string>()
  for (let at = first; at <= last; at++) {
    const row = rows.at(at)
    if (row) keys.add(row.key)
  }
  return keys
}
