import { defineFeature, useAddressTabs } from '../feature.ts'
import { useListPreload } from '#renderer/lists/use-list-preload.ts'
import AddressView from './AddressView.vue'

export const address = defineFeature({
  routes: [
    {
      path: '/s/:source/address/:hash?',
      name: 'address',
      component: AddressView,
      props: true,
      meta: { isReused: true },
    },
  ],
  setup: () => {
    const others = useAddressTabs()
    useListPreload('address', (tab) => others.some(({ id }) => id === tab))
  },
})
