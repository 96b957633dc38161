import { h } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { hereRing } from './here-ring.ts'

/** Placeholder until the control is loaded. The first rows are being read then. */
const reading = () =>
  h('span', { class: 'here' }, [h('span', { class: 'count' }, [hereRing(undefined), $gettext('reading…')])])

export const HereControl = loadAfterRows(() => import('./HereControl.vue'), reading)
