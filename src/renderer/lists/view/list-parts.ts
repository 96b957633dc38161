/** Parts of a list's view that are loaded when they are first shown. */
import { defineAsyncComponent } from 'vue'
import { inIdleTurn } from '#renderer/lib/paint/idle-turns.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'

/** Loaded after the first rows, not on first use: it may have to say that nothing can be loaded any more. */
export const ListNotice = defineAsyncComponent(() =>
  inIdleTurn(() => import('./ListNotice.vue'), { isVisible: true }),
)
export const RowMenu = loadAfterRows(() => import('./RowMenu.vue'))
export const RowPickMenu = defineAsyncComponent(() => import('../toolbar/RowPickMenu.vue'))
export const RowDrawer = defineAsyncComponent(() => import('../drawer/RowDrawer.vue'))
export const SideBySide = defineAsyncComponent(
  async () => (await import('../side-by-side/SideBySide.ts')).SideBySide,
)
export const ComparedChoice = defineAsyncComponent(() => import('../side-by-side/ComparedChoice.vue'))
export const CheckedRows = defineAsyncComponent(() => import('../check/CheckedRows.vue'))
export const WatchedRows = defineAsyncComponent(() => import('../check/WatchedRows.vue'))
export const NftGrid = defineAsyncComponent(() => import('../nfts/NftGrid.vue'))
export const SummaryPanel = defineAsyncComponent(() => import('../totals/SummaryPanel.vue'))
export const FilterLine = defineAsyncComponent(async () => (await import('../filter/language.ts')).FilterLine)
export const WordsReadAs = defineAsyncComponent(() => import('../logs/WordsReadAs.vue'))
