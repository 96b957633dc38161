import { useRoute, useRouter, type RouteLocationRaw } from 'vue-router'
import { useCore } from '#renderer/lib/use-core.ts'

/**
 * `?back=` of the sources: the place that wanted a key. Returns a function that opens it again: on this chain of the
 * account (`?chain=`) that has the key now, or where it was. Undefined where nothing of ours wanted it.
 */
export function useWayBack(): (holder: string) => (() => Promise<void>) | undefined {
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
