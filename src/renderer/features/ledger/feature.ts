import { defineAsyncComponent } from 'vue'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { defineFeature } from '../feature.ts'

const BalanceAt = loadAfterRows(() => import('./BalanceAt.vue'), { label: 'Balance at', icon: true })

export const ledger = defineFeature({
  addressTabs: [
    {
      id: 'ledger',
      title: 'Ledger',
      takesOthers: true,
      component: defineAsyncComponent(() => import('./LedgerView.vue')),
    },
  ],
  slots: { 'address-header': [{ order: 10, component: BalanceAt }] },
})
