import { defineFeature } from '../feature.ts'

export const token = defineFeature({
  routes: [
    {
      path: '/s/:source/token/:hash?',
      name: 'token',
      component: () => import('./TokenView.vue'),
      props: true,
    },
  ],
})
