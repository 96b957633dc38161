import { Download } from '@lucide/vue'
import { $msgid } from '#shared/text/gettext.ts'
import { defineFeature, opensView } from '../feature.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { sideLink } from '#renderer/ui/side-link.ts'

const ExportJobs = loadAfterRows(() => import('./ExportJobs.vue'))

export const exports = defineFeature({
  routes: [{ path: '/exports', name: 'exports', component: () => import('./ExportsView.vue') }],
  commands: opensView('exports', $msgid('Exports')),
  slots: {
    sidebar: [
      { order: 28, component: sideLink({ name: 'exports' }, $msgid('Exports'), Download) },
      { order: 46, component: ExportJobs },
    ],
  },
})
