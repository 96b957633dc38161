import { onBeforeUnmount, onMounted } from 'vue'
import { usePane } from './pane.ts'

/**
 * Calls `take` for keys of the calling component's pane that no other element handles, while the component is mounted.
 */
export function onWindowKey(take: (event: KeyboardEvent) => void): void {
  const pane = usePane()
  function onKey(event: KeyboardEvent): void {
    const { target } = event
    if (pane?.isActive() === false || event.defaultPrevented) return
    if (target instanceof Element && !hasKeysOfItsOwn(target)) take(event)
  }
  onMounted(() => {
    window.addEventListener('keydown', onKey)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKey)
  })
}

const hasKeysOfItsOwn = (target: Element) =>
  target.closest(
    'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=grid], [role=tree], aside, pre',
  ) !== null
