import { BriefcaseBusiness } from '@lucide/vue'
import { h } from 'vue'
import { $msgid } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { sideLink } from '#renderer/ui/side-link.ts'
import { defineFeature } from '../feature.ts'

const CasesLink = sideLink({ name: 'cases' }, $msgid('Cases'), BriefcaseBusiness)
// Loaded after the rows, together with the other parts of notes and cases.
const CaseLink = loadAfterRows(
  () => import('./CaseLink.vue'),
  () => h(CasesLink),
)

export const cases = defineFeature({
  routes: [{ path: '/cases', name: 'cases', component: () => import('./CasesView.vue') }],
  slots: { sidebar: [{ order: 24, component: CaseLink }] },
})
