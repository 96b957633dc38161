import { useRoute, useRouter } from 'vue-router'
import { chainRoute } from '#renderer/entities/routes.ts'
import { useCore } from '#renderer/lib/use-core.ts'

/**
 * Switches to another source: the same route, tab and filters there. Opens the home of its chain where the current
 * route has no source. New windows then open on this source.
 */
export function useSwitchSource(): (id: string) => void {
  const core = useCore()
  const route = useRoute()
  const router = useRouter()
  return (id) => {
    void core.call('sources.use', { id })
    const { source } = route.params
    void router.push(
      source === undefined || route.name == null
        ? chainRoute(id)
        : { name: route.name, params: { ...route.params, source: id }, query: route.query },
    )
  }
}
