import { useListPreload } from '#renderer/lists/use-list-preload.ts'
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
  setup: () => {
    useListPreload('token')
  },
})
