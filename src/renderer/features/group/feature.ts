import { useRouter } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { groupCommand } from '#renderer/stores/commands.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { defineFeature } from '../feature.ts'

const component = () => import('./GroupView.vue')

export const group = defineFeature({
  routes: [
    { path: '/s/:source/group/:name', name: 'group', component, props: true },
    { path: '/s/:source/addresses/:hashes?', name: 'addresses', component, props: true },
    {
      path: '/s/:source/ledger',
      redirect: ({ query: { group: name, ...query } }) => ({
        name: 'group',
        params: { name: String(name) },
        query: { ...query, tab: 'ledger' },
      }),
    },
  ],
  commands: () => {
    const router = useRouter()
    const sources = useSources()
    const watchlist = useWatchlist()
    const command = (id: string, label: string, route: string, name?: string) => ({
      id,
      label,
      group: 'Go' as const,
      run: () =>
        router.push({
          name: route,
          params: { source: router.currentRoute.value.params.source ?? sources.current, name },
        }),
    })
    return () => [
      ...watchlist.groups.map((name) =>
        command(groupCommand(name), $gettext('Open group %{name}', { name }), 'group', name),
      ),
      command('go.addresses', $gettext('Read several addresses as one'), 'addresses'),
    ]
  },
})
