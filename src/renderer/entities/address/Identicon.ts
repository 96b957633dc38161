import { h, type VNode } from 'vue'
import { identicon } from '#renderer/entities/address/identicon-picture.ts'

/** The picture of an address, `size` px. Drawn inline: nothing to load, sharp at every zoom. */
export function Identicon(props: { address: string; size?: number }): VNode {
  const { ground, first, second } = identicon(props.address)
  const size = props.size ?? 16
  return h(
    'svg',
    {
      class: 'idn',
      viewBox: '0 0 6 6',
      width: size,
      height: size,
      'shape-rendering': 'crispEdges',
      'aria-hidden': 'true',
      style: { background: ground, borderRadius: `${String(Math.max(4, size / 5))}px` },
    },
    [h('path', { d: first.path, fill: first.fill }), h('path', { d: second.path, fill: second.fill })],
  )
}
Identicon.props = ['address', 'size']
