import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { keepAddressesApart } from '#renderer/lib/short-address.ts'
import { useSources } from './sources.ts'

/** The core writes a visit to disk, and a page of a list waits for that: its rows come first. */
const VISIT_DEBOUNCE_MS = 300

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

  /** Not told yet, in their order. */
  const visited = new Map<string, RecentItem>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function tell() {
    clearTimeout(timer)
    for (const item of visited.values()) void core?.call('recent.visit', item)
    visited.clear()
  }
  /** Told once a person stays for a moment, with the title that came meanwhile; or as the window closes. */
  function visit(item: RecentItem) {
    const key = `${item.source} ${item.path}`
    visited.delete(key)
    visited.set(key, item)
    clearTimeout(timer)
    timer = setTimeout(tell, VISIT_DEBOUNCE_MS)
  }
  addEventListener('pagehide', tell)
  function clear() {
    clearTimeout(timer)
    visited.clear()
    return core?.call('recent.clear', {})
  }

  return { items, isLoaded, follow, visit, clear }
})
