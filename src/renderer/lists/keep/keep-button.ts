import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'

export const KeepButton = loadAfterRows(() => import('./KeepControl.vue'), { label: 'Keep' })
