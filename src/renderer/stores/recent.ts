import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { RecentPlace } from '#shared/contract/app.ts'
import type { ContractClient } from '#renderer/lib/contract-client.ts'

/** The places a person was at, newest first, as the core keeps them. */
export const useRecent = defineStore('recent', () => {
  const places = shallowRef<readonly RecentPlace[]>([])
  let core: ContractClient | undefined

  function follow(client: ContractClient) {
    core = client
    client.subscribe('recent.changed', {}, (told) => {
      places.value = told
    })
    return read()
  }

  async function read() {
    const answer = await core?.call('recent.list', {})
    if (answer?.ok) places.value = answer.data
  }

  const visit = (place: RecentPlace) => core?.call('recent.visit', place)
  const clear = () => core?.call('recent.clear', {})

  return { places, follow, read, visit, clear }
})
