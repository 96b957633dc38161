import type { WatchedAddress } from '../rpc/contract/watchlist.ts'

/** Labels by address in lower case. A label for this chain goes before one for all chains. */
export function labelsOn(
  entries: readonly Pick<WatchedAddress, 'address' | 'label' | 'chainId'>[],
  chainId: string | null | undefined,
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const entry of entries) {
    if (entry.label === '') continue
    const key = entry.address.toLowerCase()
    if (entry.chainId === null ? !labels.has(key) : entry.chainId === chainId) labels.set(key, entry.label)
  }
  return labels
}
