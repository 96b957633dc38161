import { nextTick, watch } from 'vue'
import type { ListViewContext } from './list-view-context.ts'

/**
 * Where a list is scrolled to when its rows come: to the top for another question, and back to where it was left. Rows and
 * pictures each have a place of their own.
 */
export function useListScroll({ list, filter, sort, grid, shownAs }: ListViewContext): void {
  const TOP = { rows: 0, pictures: 0 }
  let left = TOP
  watch(
    () => list.value.open,
    ({ position }) => {
      left = { ...position }
    },
    { immediate: true, flush: 'sync' },
  )
  const scrollTo = (position: number) => void nextTick(() => grid.value?.scrollTo(position))
  watch(
    () => list.value.rows.part !== undefined,
    (areHere) => {
      if (!areHere) return
      const before = left[shownAs.value]
      if (grid.value && before > grid.value.position()) scrollTo(before)
      left = TOP
    },
  )
  watch([filter.asked, sort], () => {
    left = TOP
    scrollTo(0)
  })
}
