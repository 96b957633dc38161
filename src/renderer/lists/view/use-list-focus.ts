import { onBeforeUnmount, onMounted, type Ref, type ShallowRef } from 'vue'
import { onWindowKey } from '#renderer/lib/on-window-key.ts'
import { usePane } from '#renderer/lib/pane.ts'
import type { GridHandle } from '#renderer/ui/grid/grid-row.ts'
import { useListCache } from '../model/list-cache.ts'

/**
 * Keeps the keyboard in the rows: keys pressed elsewhere on the page go to the rows, and the next shown list takes over
 * the focus of this one.
 */
export function useListFocus(
  root: Readonly<ShallowRef<HTMLElement | null>>,
  grid: Readonly<Ref<GridHandle | null>>,
): void {
  const cache = useListCache()
  const pane = usePane()

  onWindowKey((event) => grid.value?.onOutsideKey?.(event))
  onMounted(() => {
    if ((pane?.isActive() ?? true) && cache.focus.inRows && document.activeElement === document.body)
      grid.value?.focus()
  })
  onBeforeUnmount(() => {
    cache.focus.inRows = root.value?.querySelector('[role=grid]') === document.activeElement
  })
}
