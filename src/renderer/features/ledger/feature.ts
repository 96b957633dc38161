import { defineAsyncComponent } from 'vue'
import { defineFeature } from '../feature.ts'

export const ledger = defineFeature({
  addressTabs: [
    { id: 'ledger', title: 'Ledger', component: defineAsyncComponent(() => import('./LedgerView.vue')) },
  ],
})
