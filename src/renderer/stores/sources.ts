import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AccountView, SourcesView, SourceView } from '#shared/rpc/contract/sources.ts'
import { shownHost, type Coin } from '#shared/source.ts'
import type { RpcClient } from '#shared/rpc/client.ts'

/** Without a symbol: that of another chain would be wrong. */
const UNKNOWN_COIN: Coin = { symbol: '', decimals: 18 }

/** Translates the host of the sample chain, which has no server. */
const inWords = (source: SourceView): SourceView =>
  source.kind === 'sample' ? { ...source, host: shownHost(source.host) } : source

/** The sources of the core, and the source that a new window opens on. */
export const useSources = defineStore('sources', () => {
  const received = shallowRef<readonly SourceView[]>([])
  const all = computed(() => received.value.map(inWords))
  const accounts = shallowRef<readonly AccountView[]>([])
  /** Undefined until the sources are loaded. */
  const current = ref<string>()
  const shown = computed(() => all.value.filter((source) => !source.hidden))

  function follow(client: RpcClient) {
    client.subscribe('sources.changed', {}, take)
  }

  function take(next: SourcesView) {
    received.value = next.sources.map(keepCoin)
    accounts.value = next.accounts
    current.value = next.current
  }

  /**
   * Keeps the former coin object where it is equal: each response changes a source, and rows would render again with a
   * new coin.
   */
  function keepCoin(source: SourceView): SourceView {
    const before = byId(source.id)?.coin
    return before && JSON.stringify(before) === JSON.stringify(source.coin)
      ? { ...source, coin: before }
      : source
  }

  const byId = (id: string | undefined) => all.value.find((source) => source.id === id)
  const coin = (id: string | undefined) => byId(id)?.coin ?? UNKNOWN_COIN

  /** False once the sources are loaded and neither a source nor a chain of an account has this id. */
  const mayExist = (id: string) =>
    current.value === undefined ||
    byId(id) !== undefined ||
    accounts.value.some((account) => id.startsWith(`${account.id}:`))

  return { all, accounts, shown, current, follow, byId, coin, mayExist }
})
