import { ListChecks } from '@lucide/vue'
import { useRouter, type RouteLocationNormalizedLoaded } from 'vue-router'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { CheckedThing } from '#shared/rpc/contract/check.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { defineFeature } from '../feature.ts'
import { loadWhen } from '../load-when.ts'
import { useCheck } from '#renderer/stores/check.ts'

const CheckDialog = loadWhen(
  () => {
    const check = useCheck()
    return () => check.asked !== undefined
  },
  () => import('./CheckDialog.vue'),
)

export const check = defineFeature({
  commands: () => {
    const router = useRouter()
    const sources = useSources()
    const check = useCheck()
    return () => {
      const { value: route } = router.currentRoute
      const source = String(route.params.source)
      const thing = thingOf(route)
      const kind = sources.byId(source)?.kind
      // No check for the sample chain, which has no node, and for cases, whose rows must not be requested.
      if (!thing || kind === undefined || kind === 'sample' || kind === 'case') return []
      return [
        {
          id: 'check',
          label: $gettext('Check against a node or source'),
          group: 'Here',
          inMenu: { icon: ListChecks, order: 19 },
          run: () => {
            check.ask({ source, thing })
          },
        },
      ]
    }
  },
  slots: { overlay: [{ order: 35, component: CheckDialog }] },
})

/** The transaction, block or address that the current page shows. */
function thingOf({ name, params }: RouteLocationNormalizedLoaded): CheckedThing | undefined {
  const [hash, block] = [String(params.hash), String(params.block)]
  if (name === 'transaction' && PARAM_FORMATS.transaction.pattern.test(hash)) return { kind: name, hash }
  if (name === 'block' && PARAM_FORMATS.block.pattern.test(block)) return { kind: name, block }
  if (name === 'address' && PARAM_FORMATS.address.pattern.test(hash)) return { kind: name, address: hash }
  return undefined
}
