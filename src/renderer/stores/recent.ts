import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { untilRowsPainted } from '#renderer/lib/paint/awaited-rows.ts'
import { keepAddressesApart } from '#renderer/lib/short-address.ts'
import { useSources } from './sources.ts'

/** The routes a person visited, newest first, as the core keeps them. */
export const useRecent = defineStore('recent', () => {
  const sources = useSources()
  const kept = shallowRef<readonly RecentItem[]>([])
  /** Those on a source that is there: one that was removed may be taken back. */
  const items = computed(() => kept.value.filter(({ source }) => sources.mayExist(source)))
  /** The core has sent the items; until then there are none. */
  const isLoaded = ref(false)
  let core: RpcClient | undefined

  function follow(client: RpcClient) {
    core = client
    client.subscribe('recent.changed', {}, (next) => {
      kept.value = next
      keepAddressesApart(next.flatMap(({ path }) => /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(path) ?? []))
      isLoaded.value = true
    })
  }

  const visited = new Map<string, RecentItem>()
  /** The name of a place may change while it is opened: the last one is kept. */
  function visit(item: RecentItem) {
    const place = `${item.source} ${item.path}`
    if (!visited.has(place))
      void untilRowsPainted().then(() => {
        keepVisit(place)
      })
    visited.set(place, item)
  }
  function keepVisit(place: string) {
    const item = visited.get(place)
    visited.delete(place)
    if (item) void core?.call('recent.visit', item)
  }
  const clear = () => core?.call('recent.clear', {})

  return { items, isLoaded, follow, visit, clear }
})
