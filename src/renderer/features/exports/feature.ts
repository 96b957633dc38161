import { defineAsyncComponent } from 'vue'
import { useRouter } from 'vue-router'
import { afterPaint } from '#renderer/lib/after-paint.ts'
import { defineFeature } from '../feature.ts'

const ExportJobs = defineAsyncComponent(async () => {
  await new Promise<void>(afterPaint)
  return import('./ExportJobs.vue')
})

export const exports = defineFeature({
  routes: [{ path: '/exports', name: 'exports', component: () => import('./ExportsView.vue') }],
  commands: () => {
    const router = useRouter()
    return () => [
      { id: 'go.exports', label: 'Exports', group: 'Go', run: () => router.push({ name: 'exports' }) },
    ]
  },
  slots: { sidebar: [{ order: 46, component: ExportJobs }] },
})
