import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { defineFeature } from '../feature.ts'

export const everywhere = defineFeature({
  routes: [
    {
      path: '/everywhere/:address?',
      name: 'everywhere',
      component: () => import('./EverywhereView.vue'),
      props: true,
    },
  ],
  palette: async () => (await import('./palette-sections.ts')).usePaletteSections,
  slots: {
    'address-header': [
      {
        order: 20,
        component: loadAfterRows(() => import('./EverywhereCommand.ts')),
      },
    ],
  },
  settings: [{ group: 'sources', order: 25, load: () => import('./EverywhereSettings.vue') }],
})
