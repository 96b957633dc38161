import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { OwnAbi } from '#shared/rpc/contract/abi.ts'

/** The ABI files a person gave, as the core keeps them. */
export const useOwnAbis = defineStore('own-abis', () => {
  const abis = shallowRef<readonly OwnAbi[]>([])
  /** Rises with each change: what was decoded before may have another name now. */
  const revision = ref(0)

  function follow(client: RpcClient) {
    client.subscribe('abi.changed', {}, (next) => {
      abis.value = next
      revision.value += 1
    })
  }

  return { abis, revision, follow }
})
