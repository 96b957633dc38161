import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { defineFeature } from '../feature.ts'

export const cases = defineFeature({
  routes: [{ path: '/cases', name: 'cases', component: () => import('./CasesView.vue') }],
  // With all else that notes and cases do everywhere.
  slots: { sidebar: [{ order: 36, component: loadAfterRows(() => import('./CaseLink.vue')) }] },
})
