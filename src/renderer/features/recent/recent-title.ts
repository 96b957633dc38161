import { computed, type ComputedRef } from 'vue'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import { OWN_MARK, plainName } from '#shared/text/hostile-text.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useRecent } from '#renderer/stores/recent.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'

/** The subject of a recent item: `address`, `token` or `tx`, and its hash. */
export function recentSubject({ path }: Pick<RecentItem, 'path'>): { kind: string; hash: string } {
  const [, kind = '', hash = ''] = path.split('/')
  return { kind, hash }
}

/** The current short hash. For an address it may have grown longer since the visit, if a look-alike was seen since. */
export function shortSubject(item: Pick<RecentItem, 'path'>): string {
  const { kind, hash } = recentSubject(item)
  return kind === 'tx' ? shortenHash(hash) : shortenAddress(hash)
}

/**
 * The current title of an item: the person's label, the name at the visit, or the short hash. `label`: the
 * person's current label of the address; a label at the visit that was removed since is not used.
 */
export function recentTitle(item: Pick<RecentItem, 'path' | 'title'>, label: string | undefined): string {
  if (label) return `${OWN_MARK} ${plainName(label)}`
  return isShortHash(item.title) || item.title.startsWith(OWN_MARK) ? shortSubject(item) : item.title
}

/** The recent items with their current titles. */
export function useTitledItems(): ComputedRef<readonly RecentItem[]> {
  const recent = useRecent()
  const sources = useSources()
  const watchlist = useWatchlist()
  return computed(() =>
    recent.items.map((item) => {
      const { kind, hash } = recentSubject(item)
      const label =
        kind === 'tx' ? undefined : watchlist.find(hash, sources.byId(item.source)?.chainId)?.label
      return { ...item, title: recentTitle(item, label) }
    }),
  )
}

export const isShortHash = (title: string) => /^0x[0-9a-f]*…[0-9a-f]*$/i.test(title)
