import { h, type VNode } from 'vue'
import { identicon } from '#renderer/entities/address/identicon-picture.ts'

/** The picture of an address, `size` px (16 where it is not given). Drawn inline: nothing to load, sharp at every zoom. */
export function Identicon(props: { address: string; size?: number }): VNode {
  const { size, address } = props
  const { ground, first, second } = identicon(address)
  return h(
    'svg',
    {
      class: 'idn',
      viewBox: '0 0 6 6',
      'aria-hidden': 'true',
      // One text, and what all have in common in the style sheet: a list has a hundred.
      style: `background: ${ground}` + (size === undefined ? '' : `; --idn-size: ${String(size)}px`),
    },
    [h('path', { d: first.path, fill: first.fill }), h('path', { d: second.path, fill: second.fill })],
  )
}
Identicon.props = ['address', 'size']
