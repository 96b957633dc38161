import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { OwnAbi } from '#shared/rpc/contract/abi.ts'
import type { SignatureList } from '#shared/rpc/contract/signatures.ts'

/** The person's ABI files and signature lists, from the core. */
export const useOwnAbis = defineStore('own-abis', () => {
  const abis = shallowRef<readonly OwnAbi[]>([])
  const lists = shallowRef<readonly SignatureList[]>([])
  /** Grows with each change: decoded items may have another name then. */
  const revision = ref(0)

  function follow(client: RpcClient) {
    client.subscribe('abi.changed', {}, (next) => {
      abis.value = next
      revision.value += 1
    })
    client.subscribe('signatures.changed', {}, (next) => {
      // There are mostly no lists at the start. Then nothing needs to be decoded again.
      if (next.length === 0 && lists.value.length === 0) return
      lists.value = next
      revision.value += 1
    })
  }

  return { abis, lists, revision, follow }
})
