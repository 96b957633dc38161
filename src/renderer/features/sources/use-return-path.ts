import { useRoute, useRouter, type RouteLocationRaw } from 'vue-router'
import { useCore } from '#renderer/lib/use-core.ts'

/**
 * Reads `?back=` of the sources page: the place that asked for a key. Returns a function that opens this place again: on
 * the chain `?chain=` of the account that has the key now, or on its old source. Undefined if no place of this app asked.
 */
export function useReturnPath(): (holder: string) => (() => Promise<void>) | undefined {
  const core = useCore()
  const route = useRoute()
  const router = useRouter()
  const read = (name: string) => [route.query[name]].flat()[0] ?? undefined

  return (holder) => {
    const [back, chain] = [read('back'), read('chain')]
    if (read('key') !== holder || back?.startsWith('/s/') !== true) return undefined
    const { name, params, query } = router.resolve(back)
    if (name == null || typeof params.source !== 'string') return undefined
    const source = chain === undefined ? params.source : `${holder}:${chain}`
    const place: RouteLocationRaw = { name, params: { ...params, source }, query }
    return async () => {
      await core.call('sources.use', { id: source })
      await router.push(place)
    }
  }
}
