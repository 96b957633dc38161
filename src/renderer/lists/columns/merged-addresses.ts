/** Parameters of a list that merges several addresses. Types only, so that this file adds nothing to the first load. */
import type { AnyListColumn } from './list-column.ts'

export interface MergedAddresses {
  /** The addresses beside the one in the parameters of the list. */
  readonly others: readonly string[]
  /** All addresses, in lower case. */
  readonly all: ReadonlySet<string>
  /** Adds the column that says which addresses a row belongs to. */
  readonly columns: (columns: readonly AnyListColumn[]) => readonly AnyListColumn[]
  /** Leaves out filters that only fit a list of one address. */
  readonly filters: <Value>(filters: Readonly<Record<string, Value>>) => Readonly<Record<string, Value>>
}
