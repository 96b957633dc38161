import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RecentPlace } from '#shared/rpc/contract/app.ts'
import type { RpcClient } from '#shared/rpc/client.ts'

/** The places a person was at, newest first, as the core keeps them. */
export const useRecent = defineStore('recent', () => {
  const places = shallowRef<readonly RecentPlace[]>([])
  /** The core has told where the person was; until then there is nothing. */
  const known = ref(false)
  let core: RpcClient | undefined

  function follow(client: RpcClient) {
    core = client
    client.subscribe('recent.changed', {}, (told) => {
      places.value = told
      known.value = true
    })
  }

  const visit = (place: RecentPlace) => core?.call('recent.visit', place)
  const clear = () => core?.call('recent.clear', {})

  return { places, known, follow, visit, clear }
})
