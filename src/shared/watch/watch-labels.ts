import type { CaseLabel } from '../rpc/contract/cases.ts'
import type { WatchedAddress } from '../rpc/contract/watchlist.ts'

/** Labels by address in lower case. A label for this chain goes before one for all chains. */
export function labelsOn(
  entries: readonly Pick<WatchedAddress, 'address' | 'label' | 'chainId'>[],
  chainId: string | null | undefined,
  ofCase: readonly CaseLabel[] = [],
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const entry of entries) {
    if (entry.label === '') continue
    const key = entry.address.toLowerCase()
    if (entry.chainId === null ? !labels.has(key) : entry.chainId === chainId) labels.set(key, entry.label)
  }
  // Somebody else's: one's own goes before it, and it says whose it is.
  for (const { address, chainId: of, label } of ofCase)
    if (!labels.has(address) && (of === null || of === chainId)) labels.set(address, `${label} (case)`)
  return labels
}
