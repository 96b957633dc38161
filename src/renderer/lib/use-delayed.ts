import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'

/** True once `condition` has been true for so long without a pause; false as soon as it is not. */
export function useDelayed(condition: () => boolean, ms: number): Readonly<ShallowRef<boolean>> {
  const delayed = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    condition,
    (is) => {
      clearTimeout(timer)
      delayed.value = false
      if (is) timer = setTimeout(() => (delayed.value = true), ms)
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    clearTimeout(timer)
  })
  return delayed
}
