/** Indexes watched addresses by address, so that a lookup is one map access: every row of a list makes one. */
import type { WatchChange, WatchedAddress } from '../rpc/contract/watchlist.ts'

export interface WatchIndex {
  apply(change: WatchChange): void
  /** The entry for that chain, or else for all chains. Case does not matter. */
  find(address: string, chainId?: string | null): WatchedAddress | undefined
  /** All entries of an address: one per chain, one for all. */
  at(address: string): readonly WatchedAddress[]
  byId(id: number): WatchedAddress | undefined
  /** In the person's order. */
  all(): readonly WatchedAddress[]
  /**
   * Entries whose label, group or address contains the text, at most `max`: exact labels first, then labels that
   * begin with it, then others.
   */
  search(text: string, max: number): WatchedAddress[]
  readonly size: number
}

export function createWatchIndex(): WatchIndex {
  let byId = new Map<number, WatchedAddress>()
  /** By lower-case address. Nearly every address has one entry, so that is stored without an array. */
  let byAddress = new Map<string, WatchedAddress | readonly WatchedAddress[]>()
  let ordered: readonly WatchedAddress[] | undefined

  function put(entry: WatchedAddress) {
    drop(entry.id)
    byId.set(entry.id, entry)
    const key = entry.address.toLowerCase()
    const there = byAddress.get(key)
    byAddress.set(key, there === undefined ? entry : [...listed(there), entry])
  }

  function drop(id: number) {
    const entry = byId.get(id)
    if (!entry) return
    byId.delete(id)
    const key = entry.address.toLowerCase()
    const rest = listed(byAddress.get(key)).filter((one) => one.id !== id)
    if (rest.length === 0) byAddress.delete(key)
    else byAddress.set(key, packed(rest))
  }

  function all() {
    ordered ??= [...byId.values()].sort((a, b) => a.position - b.position || a.id - b.id)
    return ordered
  }

  return {
    apply(change) {
      ordered = undefined
      if ('all' in change) {
        byId = new Map()
        byAddress = new Map()
        for (const entry of change.all) put(entry)
      } else if ('others' in change) {
        for (const entry of change.others) put(entry)
      } else {
        for (const id of change.removed) drop(id)
        for (const entry of change.changed) put(entry)
      }
    },
    find(address, chainId) {
      const found = byAddress.get(address) ?? byAddress.get(address.toLowerCase())
      if (found === undefined) return undefined
      if (!isList(found)) return found.chainId === null || found.chainId === chainId ? found : undefined
      return found.find((entry) => entry.chainId === chainId) ?? found.find((entry) => entry.chainId === null)
    },
    at: (address) => listed(byAddress.get(address.toLowerCase())),
    byId: (id) => byId.get(id),
    all,
    search(text, max) {
      const wanted = text.trim().toLowerCase()
      if (wanted === '') return []
      const found: readonly WatchedAddress[][] = [[], [], []]
      for (const entry of all()) {
        const rank = rankOf(entry, wanted)
        const ranked = rank === undefined ? undefined : found[rank]
        if (ranked && ranked.length < max) ranked.push(entry)
      }
      return found.flat().slice(0, max)
    },
    get size() {
      return byId.size
    },
  }
}

const isList = (found: WatchedAddress | readonly WatchedAddress[]): found is readonly WatchedAddress[] =>
  Array.isArray(found)
const listed = (found: WatchedAddress | readonly WatchedAddress[] | undefined) =>
  found === undefined ? [] : isList(found) ? found : [found]
const packed = (entries: readonly WatchedAddress[]): WatchedAddress | readonly WatchedAddress[] =>
  entries.length === 1 && entries[0] ? entries[0] : entries

/** The rank of a match, the best first; undefined if the entry does not match. */
function rankOf({ label, groups, address }: WatchedAddress, wanted: string): 0 | 1 | 2 | undefined {
  const name = label.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  return name.includes(wanted) ||
    groups.some((group) => group.toLowerCase().includes(wanted)) ||
    address.toLowerCase().includes(wanted)
    ? 2
    : undefined
}
