import { Activity } from '@lucide/vue'
import { getCurrentScope } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { $msgid } from '#shared/text/gettext.ts'
import { runAfterRows } from '#renderer/lib/paint/run-after-rows.ts'
import { useActivity } from '#renderer/stores/activity.ts'
import { sideLink } from '#renderer/ui/side-link.ts'
import { defineFeature, opensView } from '../feature.ts'

export const activity = defineFeature({
  routes: [
    { path: '/activity', name: 'activity', component: () => import('./ActivityView.vue') },
    // Path of earlier versions; links may still use it.
    { path: '/news', redirect: { name: 'activity' } },
  ],
  setup: () => {
    const router = useRouter()
    const route = useRoute()
    const scope = getCurrentScope()
    if (scope)
      runAfterRows(
        scope,
        () => import('./follow-activity.ts'),
        ({ followActivity }) => {
          followActivity(router, route)
        },
      )
  },
  commands: opensView('activity', $msgid('Activity')),
  slots: {
    sidebar: [
      {
        order: 22,
        component: sideLink({ name: 'activity' }, $msgid('Activity'), Activity, () => ({
          count: useActivity().total,
        })),
      },
    ],
  },
  settings: [{ group: 'sources', order: 30, load: () => import('./ActivitySettings.vue') }],
})
