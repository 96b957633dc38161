import { h } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { progressRing } from './progress-ring.ts'
import './progress.css'

/** Placeholder until the control is loaded. The first rows are being read then. */
const reading = () =>
  h('span', { class: 'here' }, [
    h('span', { class: 'count' }, [progressRing(undefined), $gettext('reading…')]),
  ])

export const ListProgress = loadAfterRows(() => import('./ListProgress.vue'), reading)
