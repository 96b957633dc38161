import { $msgid } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'

export const KeepButton = loadAfterRows(() => import('./KeepControl.vue'), { label: $msgid('Keep') })
