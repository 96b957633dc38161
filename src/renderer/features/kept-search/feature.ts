import { useRouter } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { defineFeature } from '../feature.ts'

export const keptSearch = defineFeature({
  routes: [{ path: '/kept', name: 'kept-search', component: () => import('./KeptSearchView.vue') }],
  commands: () => {
    const router = useRouter()
    const command = (id: string, label: string, address?: string) => ({
      id,
      label,
      group: 'Go' as const,
      run: () => router.push({ name: 'kept-search', query: { address } }),
    })
    return () => {
      const { name, params } = router.currentRoute.value
      const hash = name === 'address' ? [params.hash].flat()[0] : undefined
      return [
        command('go.kept-search', $gettext('Search everything kept')),
        ...(hash ? [command('go.kept-lists', $gettext('Search all kept lists of this address'), hash)] : []),
      ]
    }
  },
  palette: async () => (await import('./palette-sections.ts')).usePaletteSections,
})
