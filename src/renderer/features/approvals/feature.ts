import { HandCoins } from '@lucide/vue'
import { defineAsyncComponent } from 'vue'
import { useRouter } from 'vue-router'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { addressRoute } from '#renderer/entities/routes.ts'
import { defineFeature } from '../feature.ts'

const ID = 'approvals'

export const approvals = defineFeature({
  addressTabs: [
    {
      id: ID,
      title: $msgid('Approvals'),
      // The menu opens it: the strip has no room for what reads logs only once it is asked for.
      isFor: () => false,
      component: defineAsyncComponent(() => import('./ApprovalsView.vue')),
    },
  ],
  commands: () => {
    const router = useRouter()
    return () => {
      const { name, params } = router.currentRoute.value
      const [source, hash] = [String(params.source), String(params.hash)]
      if (name !== 'address' || !PARAM_FORMATS.address.pattern.test(hash)) return []
      return [
        {
          id: ID,
          label: $gettext('Approvals'),
          group: 'Here',
          inMenu: { icon: HandCoins, order: 14 },
          run: () => void router.push(addressRoute(source, hash, ID)),
        },
      ]
    }
  },
})
