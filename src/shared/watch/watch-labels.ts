import type { CaseLabel } from '../rpc/contract/cases.ts'
import type { WatchedAddress } from '../rpc/contract/watchlist.ts'

/** Labels by address in lower case. A label for this chain takes precedence over one for all chains. */
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
  // A label of a case is another person's: the person's own takes precedence, and the text says that it is the
  // case's.
  for (const { address, chainId: of, label } of ofCase)
    if (!labels.has(address) && (of === null || of === chainId)) labels.set(address, `${label} (case)`)
  return labels
}
