import type { ShallowRef } from 'vue'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { ComparedWith } from '../model/rows-question.ts'
import type { LinedRows } from './lined-rows.ts'

/** What `SideBySide` gives to the view of its list. */
export interface BesidePart {
  /** With what is said of each row, while two lists are compared. */
  columns(columns: readonly AnyListColumn[]): readonly AnyListColumn[]
  /** With which list the rows are compared, and those of which mark are shown. */
  readonly question: ComparedWith | undefined
  /** The rows that are shown are compared: those of which mark a person chose. */
  readonly marked: { readonly chosen: ShallowRef<ComparedWith['show']> } | undefined
  /** The shown rows on lines that both lists share; undefined while they stand for themselves. */
  readonly lined: LinedRows | undefined
  /** The list was scrolled to here, px of rows. */
  onMoved(top: number): void
  /** The last row seen is another one. */
  onReached(lastSeen: number): void
}
