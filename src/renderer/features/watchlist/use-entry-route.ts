import type { RouteLocationRaw } from 'vue-router'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { addressRoute } from '#renderer/entities/routes.ts'
import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { useActivity } from '#renderer/stores/activity.ts'
import { useSources } from '#renderer/stores/sources.ts'

/**
 * Returns the route of a watched address: on the current source if the entry applies to its chain, unless only
 * another source has new activity of the entry; then on that source.
 */
export function useEntryRoute(): (entry: WatchedAddress) => RouteLocationRaw {
  const current = useCurrentSource()
  const sources = useSources()
  const activity = useActivity()
  return (entry) => {
    const here = current.source.value
    const applies = here && (entry.chainId === null || entry.chainId === here.chainId)
    const activeSource = activity.byEntry.get(entry.id)?.source
    const isActiveHere = activity.activity.items.some(
      ({ id, source }) => id === entry.id && source === here?.id,
    )
    if (applies && (isActiveHere || activeSource === undefined)) return addressRoute(here.id, entry.address)
    const ofChain = sources.shown.find(({ chainId }) => chainId === entry.chainId)?.id
    const source = activeSource ?? ofChain ?? here?.id
    return source === undefined ? { name: 'sources' } : addressRoute(source, entry.address)
  }
}
