import { useRouter } from 'vue-router'
import { chainRoute } from '#renderer/entities/routes.ts'
import { useCore } from '#renderer/lib/use-core.ts'

/** Takes a source into use, and goes to the home of its chain where that is done. */
export function useSourceHome() {
  const core = useCore()
  const router = useRouter()
  return async (id: string) => {
    const used = await core.call('sources.use', { id })
    if (used.ok) await router.push(chainRoute(id))
    return used
  }
}
