import type { RecentItem } from '#shared/rpc/contract/app.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'

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

/** Its name, else its short hash. */
export const recentTitle = (item: Pick<RecentItem, 'path' | 'title'>): string =>
  isShortHash(item.title) ? shortSubject(item) : item.title

export const isShortHash = (title: string) => /^0x[0-9a-f]*…[0-9a-f]*$/i.test(title)
