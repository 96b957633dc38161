import { useRouter } from 'vue-router'
import { chainRoute } from '#renderer/entities/routes.ts'
import { useCore } from '#renderer/lib/use-core.ts'

/** Enables a source and opens the home of its chain. Stays on the page after an error. */
export function useSourceHome() {
  const core = useCore()
  const router = useRouter()
  return async (id: string) => {
    const used = await core.call('sources.use', { id })
    if (used.ok) await router.push(chainRoute(id))
    return used
  }
}
