import { onBeforeUnmount, onMounted } from 'vue'
import { isElsewhere } from '#renderer/lists/view/use-list-focus.ts'

/** A key that nothing else on the page takes. `take`: whether it was one for the calling component. */
export function onWindowKey(isActive: () => boolean, take: (event: KeyboardEvent) => boolean): void {
  function onKey(event: KeyboardEvent): void {
    const { target } = event
    if (!isActive() || event.defaultPrevented || !(target instanceof Element) || isElsewhere(target)) return
    if (take(event)) event.preventDefault()
  }
  onMounted(() => {
    window.addEventListener('keydown', onKey)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKey)
  })
}
