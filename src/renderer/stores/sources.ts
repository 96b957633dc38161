import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AccountView, SourcesView, SourceView } from '#shared/rpc/contract/sources.ts'
import type { RpcClient } from '#shared/rpc/client.ts'

/** The sources as the core last told them, and which one a new window opens on. */
export const useSources = defineStore('sources', () => {
  const all = shallowRef<readonly SourceView[]>([])
  const accounts = shallowRef<readonly AccountView[]>([])
  /** Undefined until the core has told. */
  const current = ref<string>()
  const shown = computed(() => all.value.filter((source) => !source.hidden))

  function follow(client: RpcClient) {
    client.subscribe('sources.changed', {}, take)
  }

  function take(told: SourcesView) {
    all.value = told.sources
    accounts.value = told.accounts
    current.value = told.current
  }

  const byId = (id: string | undefined) => all.value.find((source) => source.id === id)
  /** The source's coin; until the source is known, the most common one. */
  const coin = (id: string | undefined) => byId(id)?.coin ?? { symbol: 'ETH', decimals: 18 }

  return { all, accounts, shown, current, follow, byId, coin }
})
