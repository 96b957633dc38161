import type { GridRows } from './grid-row.ts'

interface SelectionProps {
  readonly rows: GridRows
  readonly selected: ReadonlySet<string>
}

export interface RowSelection {
  /** The next range starts at this row. */
  startAt(index: number): void
  /** Selects the rows from the start of the range to this one, and no others. */
  selectTo(index: number): void
  /** Selects or unselects a row. The next range starts at it. */
  toggle(index: number): void
  /** Forgets the start of the range, for another list. */
  readonly restart: () => void
}

/** Selection of rows with Shift, Control and the space bar. Calls `select` with the keys of all selected rows. */
export function createRowSelection(
  props: SelectionProps,
  select: (keys: ReadonlySet<string>) => void,
): RowSelection {
  let anchor = 0
  /** Number of selections. A range that is still being read when the next one is selected is dropped. */
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
