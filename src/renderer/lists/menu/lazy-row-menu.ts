import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'

export const RowMenu = loadAfterRows(() => import('./RowMenu.vue'))
