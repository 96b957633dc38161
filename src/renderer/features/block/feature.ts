import { defineFeature } from '../feature.ts'

export const block = defineFeature({
  routes: [
    {
      path: '/s/:source/block/:block?',
      name: 'block',
      component: () => import('./BlockView.vue'),
      props: true,
    },
  ],
})
