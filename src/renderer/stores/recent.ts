import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { keepAddressesApart } from '#renderer/lib/short-address.ts'

/** The routes a person visited, newest first, as the core keeps them. */
export const useRecent = defineStore('recent', () => {
  const items = shallowRef<readonly RecentItem[]>([])
  /** The core has sent the items; until then there are none. */
  const isLoaded = ref(false)
  let core: RpcClient | undefined

  function follow(client: RpcClient) {
    core = client
    client.subscribe('recent.changed', {}, (next) => {
      items.value = next
      keepAddressesApart(next.flatMap(({ path }) => /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(path) ?? []))
      isLoaded.value = true
    })
  }

  const visit = (item: RecentItem) => core?.call('recent.visit', item)
  const clear = () => core?.call('recent.clear', {})

  return { items, isLoaded, follow, visit, clear }
})
