import { computed, type ComputedRef } from 'vue'
import { useRoute } from 'vue-router'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { useSources } from '#renderer/stores/sources.ts'

/**
 * The source of the current route; without one, the source that new windows open on. `source` is undefined until the
 * sources are loaded, and for an unknown id.
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
