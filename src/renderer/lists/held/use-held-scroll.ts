import { nextTick, watch, type Ref, type ShallowRef } from 'vue'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { GridHandle } from '#renderer/ui/grid/grid-row.ts'
import type { OpenList } from '../session/use-list.ts'

/**
 * Where a list is scrolled to when the core answers: to the top for another question, and back to where it was
 * left, which may be far below the rows that were loaded. `shownAs`: each has a place of its own.
 */
export function useHeldScroll(
  list: Readonly<Ref<OpenList>>,
  asked: Readonly<Ref<string>>,
  sort: Readonly<Ref<GridSort | null>>,
  grid: Readonly<ShallowRef<GridHandle | null>>,
  shownAs: () => 'rows' | 'pictures',
): void {
  const TOP = { rows: 0, pictures: 0 }
  let left = TOP
  watch(
    () => list.value.session,
    ({ position }) => {
      left = { ...position }
    },
    { immediate: true, flush: 'sync' },
  )
  const scrollTo = (position: number) => void nextTick(() => grid.value?.scrollTo(position))
  watch(
    () => list.value.held?.isWhole,
    (isWhole) => {
      // Of the list before, where this one is not answered yet.
      if (isWhole === undefined) return
      const before = left[shownAs()]
      if (isWhole && grid.value && before > grid.value.position()) scrollTo(before)
      left = TOP
    },
  )
  watch([asked, sort], () => {
    left = TOP
    if (list.value.held) scrollTo(0)
  })
}
