import { $msgid } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { defineFeature } from '../feature.ts'

const FlowLink = loadAfterRows(() => import('./FlowLink.vue'), { label: $msgid('Flow'), icon: true })

export const flow = defineFeature({
  routes: [{ path: '/s/:source/flow', name: 'flow', component: () => import('./FlowView.vue'), props: true }],
  slots: { 'address-header': [{ order: 20, component: FlowLink }] },
})
