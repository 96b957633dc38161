/** Chooses the sources on which each watched address is polled. */
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import type { Source } from '#shared/source.ts'

export interface PollTarget {
  readonly entry: WatchedAddress
  readonly source: Source
}

export interface TargetSources {
  /** Without hidden sources. */
  readonly visible: readonly Source[]
  readonly current: string
  readonly lastSeenOn: (address: string) => string | undefined
}

/**
 * An entry of one chain is polled on one source of that chain: the current one, else where it was last seen, else the
 * first. An entry for all chains is polled on the current source and where it was last seen. It is not polled on
 * every source, which would cost each of them requests for addresses that may not be there.
 */
export function choosePollTargets(entries: readonly WatchedAddress[], sources: TargetSources): PollTarget[] {
  const byId = new Map(sources.visible.map((source) => [source.id, source]))
  return entries.flatMap((entry) => {
    if (!entry.watched) return []
    const preferred = [sources.current, sources.lastSeenOn(entry.address)].flatMap((id) => {
      const source = id === undefined ? undefined : byId.get(id)
      return source ? [source] : []
    })
    if (entry.chainId === null) return [...new Set(preferred)].map((source) => ({ entry, source }))
    const isOfChain = (source: Source) => source.chainId === entry.chainId
    const source = preferred.find(isOfChain) ?? sources.visible.find(isOfChain)
    return source ? [{ entry, source }] : []
  })
}
