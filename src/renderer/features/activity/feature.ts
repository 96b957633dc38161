import { useRouter } from 'vue-router'
import { defineFeature } from '../feature.ts'
import { useNotifications } from './use-notifications.ts'
import { usePresence } from './use-presence.ts'

export const activity = defineFeature({
  routes: [
    { path: '/activity', name: 'activity', component: () => import('./ActivityView.vue') },
    // The path of earlier versions: links may still have it.
    { path: '/news', redirect: { name: 'activity' } },
  ],
  setup: () => {
    usePresence()
    useNotifications()
  },
  commands: () => {
    const router = useRouter()
    return () => [
      { id: 'go.activity', label: 'Activity', group: 'Go', run: () => router.push({ name: 'activity' }) },
    ]
  },
  settings: [{ order: 30, load: () => import('./ActivitySettings.vue') }],
})
