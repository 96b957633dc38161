import { h } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { hereRing } from './here-ring.ts'
import './here.css'

/** Placeholder until the control is loaded. The first rows are being read then. */
const reading = () =>
  h('span', { class: 'here' }, [h('span', { class: 'count' }, [hereRing(undefined), $gettext('reading…')])])

export const ListHere = loadAfterRows(() => import('./ListHere.vue'), reading)
