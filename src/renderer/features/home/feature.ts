import { useRouter } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { chainRoute } from '#renderer/entities/routes.ts'
import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { defineFeature } from '../feature.ts'
import ChainLink from './ChainLink.vue'

export const home = defineFeature({
  routes: [
    { path: '/', name: 'start', component: () => import('./StartView.vue') },
    { path: '/s/:source', name: 'chain', component: () => import('./ChainHome.vue'), props: true },
  ],
  commands: () => {
    const router = useRouter()
    const { id } = useCurrentSource()
    return () => {
      const source = id.value
      if (source === undefined) return []
      return [
        {
          id: 'go.chain',
          label: $gettext('Overview'),
          group: 'Go',
          run: () => router.push(chainRoute(source)),
        },
      ]
    }
  },
  slots: { sidebar: [{ order: 20, component: ChainLink }] },
})
