import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { OwnAbi } from '#shared/rpc/contract/abi.ts'
import type { SignatureList } from '#shared/rpc/contract/signatures.ts'

/** The ABI files and lists of signatures a person gave, as the core keeps them. */
export const useOwnAbis = defineStore('own-abis', () => {
  const abis = shallowRef<readonly OwnAbi[]>([])
  const lists = shallowRef<readonly SignatureList[]>([])
  /** Rises with each change: what was decoded before may have another name now. */
  const revision = ref(0)

  function follow(client: RpcClient) {
    client.subscribe('abi.changed', {}, (next) => {
      abis.value = next
      revision.value += 1
    })
    client.subscribe('signatures.changed', {}, (next) => {
      // At the start there are none most of the time: nothing is decoded again for that.
      if (next.length === 0 && lists.value.length === 0) return
      lists.value = next
      revision.value += 1
    })
  }

  return { abis, lists, revision, follow }
})
