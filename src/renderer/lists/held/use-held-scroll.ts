import { nextTick, watch } from 'vue'
import type { ListViewContext } from '../view/list-view-context.ts'

/**
 * Where a list is scrolled to when the core answers: to the top for another question, and back to where it was
 * left, which may be far below the rows that were loaded. Rows and pictures each have a place of their own.
 */
export function useHeldScroll({ list, filter, sort, grid, shownAs }: ListViewContext): void {
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
      const before = left[shownAs.value]
      if (isWhole && grid.value && before > grid.value.position()) scrollTo(before)
      left = TOP
    },
  )
  watch([filter.asked, sort], () => {
    left = TOP
    if (list.value.held) scrollTo(0)
  })
}
