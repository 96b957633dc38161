import { nextTick, watch, type Ref, type ShallowRef } from 'vue'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { GridHandle } from '#renderer/ui/grid/grid-row.ts'
import type { OpenList } from '../session/use-list.ts'

/**
 * Where a list is scrolled to when the core answers: to the top for another question, and back to where it was
 * left, which may be far below the rows that were loaded.
 */
export function useHeldScroll(
  list: Readonly<Ref<OpenList>>,
  asked: Readonly<Ref<string>>,
  sort: Readonly<Ref<GridSort | null>>,
  grid: Readonly<ShallowRef<GridHandle | null>>,
): void {
  let left = 0
  watch(
    () => list.value.session,
    ({ position }) => {
      left = position.rows
    },
    { immediate: true, flush: 'sync' },
  )
  const scrollTo = (position: number) => void nextTick(() => grid.value?.scrollTo(position))
  watch(
    () => list.value.held?.isWhole,
    (isWhole) => {
      if (isWhole === true && left > list.value.session.position.rows) scrollTo(left)
      left = 0
    },
  )
  watch([asked, sort], () => {
    left = 0
    if (list.value.held) scrollTo(0)
  })
}
