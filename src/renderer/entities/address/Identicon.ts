import { h, type VNode } from 'vue'
import { identiconImages } from '#renderer/entities/address/identicon-picture.ts'

/**
 * The picture of an address; `size` in px at the default text size, 16 by default. CSS draws it: there is nothing to load, and it is sharp at
 * every zoom.
 */
export function Identicon(props: { address: string; size?: number }): VNode {
  const { size, address } = props
  return h('span', {
    class: 'identicon',
    'aria-hidden': 'true',
    style: pictureOf(address) + (size === undefined ? '' : `; --idn-size: ${String(size / 16)}rem`),
  })
}
Identicon.props = ['address', 'size']

/** Style for an element of the class `idn`, which shows the picture before its text. */
export const pictureOf = (address: string): string => `--idn: ${identiconImages(address)}`
