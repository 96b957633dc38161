import type { ShallowRef } from 'vue'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { ComparedWith } from '../model/rows-question.ts'
import type { ShownRows } from '../model/shown-rows.ts'

/** Rows with stand-ins for the rows that only the other list shows. */
export interface LinedRows extends ShownRows {
  /** Number of the list's rows above this line. */
  rowsAbove(line: number): number
  lineOf(row: number): number
}

/** The part that `SideBySide` adds to the view of its list. */
export interface SideBySidePart {
  /** Adds the marks of rows while two lists are compared. */
  columns(columns: readonly AnyListColumn[]): readonly AnyListColumn[]
  /** The compared list, and the mark whose rows are shown. */
  readonly question: ComparedWith | undefined
  /** The mark that a person chose, while the shown rows are compared. */
  readonly marked: { readonly chosen: ShallowRef<ComparedWith['show']> } | undefined
  /** The shown rows on lines that both lists share; undefined while they stand for themselves. */
  readonly lined: LinedRows | undefined
  /** Call it with the scroll position, in px of rows. */
  onMoved(top: number): void
  /** Call it with the last row in view whenever that changes. */
  onReached(lastSeen: number): void
}
