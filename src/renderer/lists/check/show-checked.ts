import type { ShallowRef } from 'vue'
import type { MarkedRow } from '#renderer/entities/cell-context.ts'
import { keyOf } from '../model/ask-rows.ts'
import { checkedColumn } from './checked-column.ts'
import type { CheckedPart } from '../context/checked-part.ts'

/** Marks checked rows in the view of their list. Returns a function that ends it. */
export function showChecked(
  part: ShallowRef<CheckedPart | undefined>,
  found: Readonly<ShallowRef<ReadonlyMap<string, MarkedRow>>>,
): () => void {
  part.value = {
    columns: (columns) => [checkedColumn, ...columns],
    get rowOf() {
      const rows = found.value
      return (item: object) => {
        const checked = rows.get(keyOf(item) ?? '')
        const { block_number: block, height } = item as Readonly<Record<string, unknown>>
        // A row that has moved to another block since was not checked there.
        return checked?.height === (block ?? height ?? null) ? checked : undefined
      }
    },
  }
  return () => {
    part.value = undefined
  }
}
