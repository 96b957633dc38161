import { defineFeature } from '../feature.ts'

export const nft = defineFeature({
  routes: [
    {
      path: '/s/:source/token/:hash/instance/:id',
      name: 'instance',
      component: () => import('./NftView.vue'),
      props: true,
    },
  ],
})
