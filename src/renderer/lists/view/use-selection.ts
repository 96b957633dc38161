import { shallowRef, watch, type ShallowRef } from 'vue'
import type { OpenList } from '../session/use-list.ts'

/** Keys of the rows a person selected; none in another list. */
export function useSelection(list: Readonly<ShallowRef<OpenList>>): ShallowRef<ReadonlySet<string>> {
  const selected = shallowRef<ReadonlySet<string>>(new Set())
  watch(
    () => list.value.session,
    () => {
      selected.value = new Set()
    },
  )
  watch(selected, (keys) => list.value.shown.pin?.(keys), { flush: 'sync' })
  return selected
}
