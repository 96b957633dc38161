import { h, type VNode } from 'vue'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'

/** A hash, its middle left out; whole on hover and in what is copied. A link where it has a place. */
export function hashCell(hash: string | null | undefined, place?: RouteLink): VNode | null {
  if (!hash) return null
  return h(
    place ? 'a' : 'span',
    {
      class: 'mono hash',
      title: hash,
      'data-copy': hash,
      ...(place ? { href: place.href, tabindex: -1, 'data-to': place.to } : {}),
    },
    shortenHash(hash),
  )
}
