/** Members of a group of the watchlist on a chain. */
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'

export interface GroupMembers {
  /** Addresses watched on every chain or on this one, in lower case, in the order of the watchlist. */
  readonly addresses: readonly string[]
  /** Chains of the members that are watched on another chain. */
  readonly otherChains: readonly string[]
  readonly leftOut: number
}

export function membersOfGroup(
  entries: readonly WatchedAddress[],
  group: string,
  chainId: string | undefined,
): GroupMembers {
  const own = entries.filter(({ groups }) => groups.includes(group))
  const isHere = (entry: WatchedAddress) => entry.chainId === null || entry.chainId === chainId
  const addresses = new Set(own.filter(isHere).map(({ address }) => address.toLowerCase()))
  const others = own.filter((entry) => !isHere(entry) && !addresses.has(entry.address.toLowerCase()))
  return {
    addresses: [...addresses],
    otherChains: [...new Set(others.flatMap(({ chainId: chain }) => chain ?? []))],
    leftOut: new Set(others.map(({ address }) => address.toLowerCase())).size,
  }
}
