import { Download } from '@lucide/vue'
import { useRouter } from 'vue-router'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { defineFeature } from '../feature.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { sideLink } from '#renderer/ui/side-link.ts'

const ExportJobs = loadAfterRows(() => import('./ExportJobs.vue'))

export const exports = defineFeature({
  routes: [{ path: '/exports', name: 'exports', component: () => import('./ExportsView.vue') }],
  commands: () => {
    const router = useRouter()
    return () => [
      {
        id: 'go.exports',
        label: $gettext('Exports'),
        group: 'Go',
        run: () => router.push({ name: 'exports' }),
      },
    ]
  },
  slots: {
    sidebar: [
      { order: 28, component: sideLink({ name: 'exports' }, $msgid('Exports'), Download) },
      { order: 46, component: ExportJobs },
    ],
  },
})
