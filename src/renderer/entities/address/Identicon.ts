import { h, type VNode } from 'vue'
import { identiconImages } from '#renderer/entities/address/identicon-picture.ts'

/** The picture of an address, `size` px (16 where it is not given). Drawn by the style: nothing to load, sharp at every zoom. */
export function Identicon(props: { address: string; size?: number }): VNode {
  const { size, address } = props
  return h('span', {
    class: 'identicon',
    'aria-hidden': 'true',
    style: pictureOf(address) + (size === undefined ? '' : `; --idn-size: ${String(size)}px`),
  })
}
Identicon.props = ['address', 'size']

/** For an element of the class `idn`, which shows it before its text. */
export const pictureOf = (address: string): string => `--idn: ${identiconImages(address)}`
