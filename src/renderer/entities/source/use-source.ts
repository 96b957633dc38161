import { useRoute, useRouter } from 'vue-router'
import { useCore } from '#renderer/lib/use-core.ts'
import { chainRoute } from '#renderer/entities/routes.ts'

/**
 * Goes on with another source: the same place there, same tab, same filters; its chain's home where the present place
 * has no source. The core remembers it for the next window.
 */
export function useSource(): (id: string) => void {
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
