import { Database } from '@lucide/vue'
import { $msgid } from '#shared/text/gettext.ts'
import { defineFeature, opensView } from '../feature.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { sideLink } from '#renderer/ui/side-link.ts'

const KeepJobs = loadAfterRows(() => import('./KeepJobs.vue'))

export const keep = defineFeature({
  routes: [{ path: '/keep', name: 'keep', component: () => import('./KeepView.vue') }],
  commands: opensView('keep', $msgid('Kept')),
  slots: {
    sidebar: [
      { order: 26, component: sideLink({ name: 'keep' }, $msgid('Kept'), Database) },
      { order: 45, component: KeepJobs },
    ],
  },
})
