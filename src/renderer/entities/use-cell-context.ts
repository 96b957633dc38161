import { computed, type ComputedRef } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import type { Token } from '#shared/chain/token.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { addressRoute, instanceRoute, tokenRoute, transactionRoute } from '#renderer/entities/routes.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'

/** A list shows the same addresses again and again, and resolving a route takes some microseconds. */
const MAX_LINKS = 5_000

/** What the cells of a source need to know, from the settings and the source as they are now. */
export function useCellContext(
  source: () => string,
  ownAddress: () => string | undefined,
  ownToken: () => Token | undefined,
): ComputedRef<CellContext> {
  const settings = useSettings()
  const sources = useSources()
  const addressLabels = useAddressLabels()
  const router = useRouter()
  const resolved = new LruCache<string, RouteLink>({ maxSize: MAX_LINKS })

  const link = (key: string, route: () => RouteLocationRaw): RouteLink =>
    resolved.getOrMake(key, () => {
      const { href, fullPath } = router.resolve(route())
      return { href, to: fullPath }
    })

  return computed(() => {
    const of = source()
    return {
      source: of,
      coin: sources.coin(of),
      ownAddress: ownAddress()?.toLowerCase(),
      ownToken: ownToken(),
      time: settings.time,
      zone: settings.zone,
      images: settings.images,
      labels: addressLabels.labels,
      links: {
        address: (hash) => link(`a:${of}:${hash}`, () => addressRoute(of, hash)),
        transaction: (hash) => link(`x:${of}:${hash}`, () => transactionRoute(of, hash)),
        token: (hash) => link(`t:${of}:${hash}`, () => tokenRoute(of, hash)),
        instance: (hash, id) => link(`i:${of}:${hash}:${id}`, () => instanceRoute(of, hash, id)),
      },
    }
  })
}
