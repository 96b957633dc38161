import { defineAsyncComponent } from 'vue'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { defineFeature } from '../feature.ts'

const BalanceAt = loadAfterRows(() => import('./BalanceAt.vue'), 'Balance at')

export const ledger = defineFeature({
  routes: [
    {
      path: '/s/:source/ledger',
      name: 'ledger-group',
      component: () => import('./several/LedgerGroupView.vue'),
      props: true,
    },
  ],
  addressTabs: [
    { id: 'ledger', title: 'Ledger', component: defineAsyncComponent(() => import('./LedgerView.vue')) },
  ],
  slots: { 'address-header': [{ order: 10, component: BalanceAt }] },
})
