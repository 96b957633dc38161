import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { everywhereRoute } from '#renderer/entities/routes.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { useSources } from '#renderer/stores/sources.ts'
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
  /** For an address that was typed. */
  palette: () => {
    const sources = useSources()
    return ({ targets: [target] }) =>
      // Until the sources are loaded, Enter waits for the address itself.
      target?.kind === 'address' && sources.current !== undefined
        ? [
            {
              order: 15,
              title: $gettext('Everywhere'),
              items: [
                {
                  id: 'everywhere',
                  label: $gettext('Show on all chains'),
                  icon: { kind: 'command' },
                  action: { kind: 'go', to: everywhereRoute(target.address) },
                },
              ],
            },
          ]
        : []
  },
  slots: {
    'address-header': [
      {
        order: 20,
        component: loadAfterRows(() => import('./EverywhereLink.vue'), {
          label: $msgid('All chains'),
          icon: true,
        }),
      },
    ],
  },
  settings: [{ order: 25, load: () => import('./EverywhereSettings.vue') }],
})
