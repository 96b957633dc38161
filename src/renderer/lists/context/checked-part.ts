import type { MarkedRow } from '#renderer/entities/cell-context.ts'
import type { AnyListColumn } from '../columns/list-column.ts'

/** The part that a check of its rows adds to the view of a list. */
export interface CheckedPart {
  /** Adds the column of marks. */
  columns(columns: readonly AnyListColumn[]): readonly AnyListColumn[]
  /** The result for this item's row. The function is replaced whenever rows were checked. */
  readonly rowOf: (item: object) => MarkedRow | undefined
}
