/** Parts of a list's view that are loaded when they are first shown. */
import { defineAsyncComponent } from 'vue'
import { inIdleTurn } from '#renderer/lib/paint/idle-turns.ts'

/** Loaded after the first rows, not on first use: it may have to say that nothing can be loaded any more. */
export const ListNotice = defineAsyncComponent(() =>
  inIdleTurn(() => import('./ListNotice.vue'), { isVisible: true }),
)
export const SideBySide = defineAsyncComponent(
  async () => (await import('../side-by-side/SideBySide.ts')).SideBySide,
)
export const CheckedRows = defineAsyncComponent(() => import('../check/CheckedRows.vue'))
export const WatchedRows = defineAsyncComponent(() => import('../check/WatchedRows.vue'))
export const SummaryPanel = defineAsyncComponent(() => import('../totals/SummaryPanel.vue'))
export const FilterLine = defineAsyncComponent(async () => (await import('../filter/language.ts')).FilterLine)
