import { defineAsyncComponent } from 'vue'
import { useRouter } from 'vue-router'
import { afterPaint } from '#renderer/lib/after-paint.ts'
import { defineFeature } from '../feature.ts'

const KeepJobs = defineAsyncComponent(async () => {
  await new Promise<void>(afterPaint)
  return import('./KeepJobs.vue')
})

export const keep = defineFeature({
  routes: [{ path: '/keep', name: 'keep', component: () => import('./KeepView.vue') }],
  commands: () => {
    const router = useRouter()
    return () => [{ id: 'go.keep', label: 'Kept', group: 'Go', run: () => router.push({ name: 'keep' }) }]
  },
  slots: { sidebar: [{ order: 45, component: KeepJobs }] },
})
