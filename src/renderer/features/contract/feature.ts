import { defineAsyncComponent } from 'vue'
import { $msgid } from '#shared/text/gettext.ts'
import { defineFeature } from '../feature.ts'

export const contract = defineFeature({
  addressTabs: [
    {
      id: 'contract',
      title: $msgid('Contract'),
      isFor: (detail) => detail?.is_contract === true,
      component: defineAsyncComponent(() => import('./ContractView.vue')),
    },
  ],
})
