import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { untilRowsPainted } from '#renderer/lib/paint/awaited-rows.ts'
import { keepAddressesApart } from '#renderer/lib/short-address.ts'
import { useSources } from './sources.ts'

/** Recently visited routes, newest first, from the core. */
export const useRecent = defineStore('recent', () => {
  const sources = useSources()
  const kept = shallowRef<readonly RecentItem[]>([])
  /** Items of existing sources. Items of a removed source stay stored, since its removal can be undone. */
  const items = computed(() => kept.value.filter(({ source }) => sources.mayExist(source)))
  /** The core has sent the items; `items` is empty before. */
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
  /** The name of a page may change while it loads: the last name is stored. */
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
