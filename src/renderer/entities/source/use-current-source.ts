import { computed, type ComputedRef } from 'vue'
import { useRoute } from 'vue-router'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { useSources } from '#renderer/stores/sources.ts'

/**
 * The source of the current route; the one that new windows open on where the route has none. `source` is undefined
 * until the sources are loaded, and for an id that is none of them.
 */
export function useCurrentSource(): {
  readonly id: ComputedRef<string | undefined>
  readonly source: ComputedRef<SourceView | undefined>
} {
  const route = useRoute()
  const sources = useSources()
  const id = computed(() => {
    const { source } = route.params
    return typeof source === 'string' ? source : sources.current
  })
  return { id, source: computed(() => sources.byId(id.value)) }
}
