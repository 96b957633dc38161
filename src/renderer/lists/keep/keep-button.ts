import { $msgid } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'

const load = () => import('./KeepControl.vue')
export const KeepButton = loadAfterRows(load, { label: $msgid('Keep') })

/** Of an address: its menu names it, so that no room is kept for it. */
export const KeepOfAddress = loadAfterRows(load)
