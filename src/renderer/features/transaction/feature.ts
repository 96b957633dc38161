import { defineFeature } from '../feature.ts'

export const transaction = defineFeature({
  routes: [
    {
      path: '/s/:source/tx/:hash?',
      name: 'transaction',
      component: () => import('./TransactionView.vue'),
      props: true,
    },
  ],
})
