/** What a list of several addresses as one is beside that of one: types only, so that nothing of it is loaded before. */
import type { AnyListColumn } from '../columns/list-column.ts'

export interface Several {
  /** Those beside the one in the parameters of the list. */
  readonly others: readonly string[]
  /** All of them, in lower case. */
  readonly all: ReadonlySet<string>
  /** With whose each row is. */
  readonly columns: (columns: readonly AnyListColumn[]) => readonly AnyListColumn[]
  /** Without those that mean something for one address only. */
  readonly filters: <Value>(filters: Readonly<Record<string, Value>>) => Readonly<Record<string, Value>>
}
