import { onBeforeUnmount, onMounted, type Ref, type ShallowRef } from 'vue'
import { usePane } from '#renderer/lib/pane.ts'
import type { GridHandle } from '#renderer/ui/grid/grid-row.ts'
import { useListCache } from '../model/list-cache.ts'

/**
 * The keyboard stays in the rows: what is typed for them elsewhere on the page goes to them, and the next list that is
 * shown, after a tab or on the way back, has the focus that this one had.
 */
export function useListFocus(
  root: Readonly<ShallowRef<HTMLElement | null>>,
  grid: Readonly<Ref<GridHandle | null>>,
): void {
  const cache = useListCache()
  const pane = usePane()
  const isActive = () => pane?.isActive() ?? true

  function onKey(event: KeyboardEvent): void {
    const { target } = event
    if (!isActive() || event.defaultPrevented || !(target instanceof Element) || isElsewhere(target)) return
    grid.value?.onOutsideKey?.(event)
  }
  onMounted(() => {
    window.addEventListener('keydown', onKey)
    if (isActive() && cache.focus.inRows && document.activeElement === document.body) grid.value?.focus()
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKey)
    cache.focus.inRows = root.value?.querySelector('[role=grid]') === document.activeElement
  })
}

/** Where keys have a meaning of their own. */
export const isElsewhere = (target: Element) =>
  target.closest(
    'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=grid], [role=tree], aside, pre',
  ) !== null
