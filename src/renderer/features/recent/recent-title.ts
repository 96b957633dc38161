import { computed, type ComputedRef } from 'vue'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import { OWN_MARK, plainName } from '#shared/text/hostile-text.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useRecent } from '#renderer/stores/recent.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'

/** What a recent item is of: `address`, `token` or `tx`, and its hash. */
export function recentSubject({ path }: Pick<RecentItem, 'path'>): { kind: string; hash: string } {
  const [, kind = '', hash = ''] = path.split('/')
  return { kind, hash }
}

/** The short hash as it is now: that of an address may have grown since the visit, because another is like it. */
export function shortSubject(item: Pick<RecentItem, 'path'>): string {
  const { kind, hash } = recentSubject(item)
  return kind === 'tx' ? shortenHash(hash) : shortenAddress(hash)
}

/**
 * Its name as it is now, else its short hash. `label`: the person's own for the address; one that was there at the visit
 * and is not any more is no name.
 */
export function recentTitle(item: Pick<RecentItem, 'path' | 'title'>, label: string | undefined): string {
  if (label) return `${OWN_MARK} ${plainName(label)}`
  return isShortHash(item.title) || item.title.startsWith(OWN_MARK) ? shortSubject(item) : item.title
}

/** The items with their titles as they are now. */
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
