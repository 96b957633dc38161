import { onScopeDispose, shallowRef, toValue, watch, type MaybeRefOrGetter, type ShallowRef } from 'vue'
import type { NodeStatus } from '#shared/node-status.ts'
import type { Source } from '#shared/source.ts'
import { useCore } from '#renderer/lib/use-core.ts'

/** The current status of a followed node; undefined for other sources and until the core sends it. */
export function useNodeStatus(
  source: MaybeRefOrGetter<Pick<Source, 'id' | 'kind'> | undefined>,
): Readonly<ShallowRef<NodeStatus | undefined>> {
  const core = useCore()
  const status = shallowRef<NodeStatus>()
  let stop: (() => void) | undefined
  watch(
    () => {
      const of = toValue(source)
      return of?.kind === 'node' ? of.id : undefined
    },
    (id) => {
      stop?.()
      stop = undefined
      status.value = undefined
      if (id === undefined) return
      stop = core.subscribe('nodes.changed', { source: id }, (next) => {
        status.value = next
      })
    },
    { immediate: true },
  )
  onScopeDispose(() => stop?.())
  return status
}
