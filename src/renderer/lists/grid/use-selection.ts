import { shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { RowsOfList } from '../model/shown-rows.ts'

/** Keys of the selected rows. Another list starts without a selection. */
export function useSelection(of: Readonly<Ref<RowsOfList>>): ShallowRef<ReadonlySet<string>> {
  const selected = shallowRef<ReadonlySet<string>>(new Set())
  watch(
    () => of.value.list,
    () => {
      selected.value = new Set()
    },
  )
  watch(selected, (keys) => of.value.rows.pin?.(keys), { flush: 'sync' })
  return selected
}
