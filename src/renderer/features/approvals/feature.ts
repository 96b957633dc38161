import { defineAsyncComponent } from 'vue'
import { $msgid } from '#shared/text/gettext.ts'
import { defineFeature } from '../feature.ts'

export const approvals = defineFeature({
  addressTabs: [
    {
      id: 'approvals',
      title: $msgid('Approvals'),
      component: defineAsyncComponent(() => import('./ApprovalsView.vue')),
    },
  ],
})
