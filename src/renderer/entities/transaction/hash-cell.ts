import { h, type VNode } from 'vue'
import { shortHash } from '#renderer/lib/format-hash.ts'
import type { PlaceLink } from '../cell-context.ts'

/** A hash, its middle left out; whole on hover and in what is copied. A link where it has a place. */
export function hashCell(hash: string | null | undefined, place?: PlaceLink): VNode | null {
  if (!hash) return null
  return h(
    place ? 'a' : 'span',
    {
      class: 'mono hash',
      title: hash,
      'data-copy': hash,
      ...(place ? { href: place.href, tabindex: -1, 'data-to': place.to } : {}),
    },
    shortHash(hash),
  )
}
