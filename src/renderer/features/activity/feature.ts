import { useRouter } from 'vue-router'
import { defineFeature } from '../feature.ts'
import NewsSettings from './NewsSettings.vue'
import { useNotifications } from './use-notifications.ts'
import { usePresence } from './use-presence.ts'

export const activity = defineFeature({
  routes: [{ path: '/news', name: 'news', component: () => import('./NewsView.vue') }],
  setup: () => {
    usePresence()
    useNotifications()
  },
  commands: () => {
    const router = useRouter()
    return () => [
      { id: 'go.news', label: 'What is new', group: 'Go', run: () => router.push({ name: 'news' }) },
    ]
  },
  slots: { settings: [{ order: 30, component: NewsSettings }] },
})
