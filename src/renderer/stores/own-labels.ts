import { computed, watch, type MaybeRefOrGetter, toValue } from 'vue'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { addressLabels } from '#renderer/entities/address/address-name.ts'
import { useWatchlist } from './watchlist.ts'

/** Shows the person's labels in every list of this chain, and goes on doing so as they or the chain change. */
export function useOwnLabels(chainId: MaybeRefOrGetter<string | undefined>): void {
  const watchlist = useWatchlist()
  const labels = computed(() => labelsOn(watchlist.entries, toValue(chainId)))
  watch(
    labels,
    (now) => {
      addressLabels.value = now
    },
    { immediate: true },
  )
}

/** Labels by address in lower case. What is said of an address on this chain goes before what is said on all. */
export function labelsOn(
  entries: readonly WatchedAddress[],
  chainId: string | undefined,
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const entry of entries) {
    if (entry.label === '') continue
    const key = entry.address.toLowerCase()
    if (entry.chainId === null ? !labels.has(key) : entry.chainId === chainId) labels.set(key, entry.label)
  }
  return labels
}
