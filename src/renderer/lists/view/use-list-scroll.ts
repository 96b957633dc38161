import { nextTick, watch } from 'vue'
import type { ListViewContext } from '../context/list-view-context.ts'

/**
 * Scrolls a list when its rows arrive: to the top after another question, else to where the person left it. Rows and
 * pictures each have a position.
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
