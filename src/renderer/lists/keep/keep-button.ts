import { loadAfterRows } from '#renderer/lib/load-after-rows.ts'

export const KeepButton = loadAfterRows(() => import('./KeepControl.vue'), 'Keep')
