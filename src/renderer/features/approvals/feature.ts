import { defineAsyncComponent } from 'vue'
import { $msgid } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { defineFeature } from '../feature.ts'
import { APPROVALS_TAB } from './approvals-tab.ts'

export const approvals = defineFeature({
  addressTabs: [
    {
      id: APPROVALS_TAB,
      title: $msgid('Approvals'),
      // The menu opens it: the strip has no room for what reads logs only once it is asked for.
      isFor: () => false,
      component: defineAsyncComponent(() => import('./ApprovalsView.vue')),
    },
  ],
  slots: {
    'address-header': [{ order: 21, component: loadAfterRows(() => import('./ApprovalsCommand.ts')) }],
  },
})
