import { defineAsyncComponent } from 'vue'
import { $msgid } from '#shared/text/gettext.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { defineFeature } from '../feature.ts'

const BalanceAt = loadAfterRows(() => import('./BalanceAt.vue'))

export const ledger = defineFeature({
  addressTabs: [
    {
      id: 'ledger',
      title: $msgid('Ledger'),
      takesOthers: true,
      component: defineAsyncComponent(() => import('./LedgerView.vue')),
    },
  ],
  slots: { 'address-header': [{ order: 10, component: BalanceAt }] },
})
