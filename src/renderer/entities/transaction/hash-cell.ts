import { h, type VNode } from 'vue'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'

/** A hash without its middle, as a link where `link` is given. Tooltip and copies have all of it. */
export function hashCell(hash: string | null | undefined, link?: RouteLink): VNode | null {
  if (!hash) return null
  return h(
    link ? 'a' : 'span',
    {
      class: 'mono hash',
      title: hash,
      'data-copy': hash,
      ...(link ? { href: link.href, tabindex: -1, 'data-to': link.to } : {}),
    },
    shortenHash(hash),
  )
}
