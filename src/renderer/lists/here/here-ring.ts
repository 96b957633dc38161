import { h, type VNode } from 'vue'

/** Of a circle whose radius is 6. */
const AROUND = 37.7

/** How much of a list is here, as a part of a ring; `share` from 0 to 1, undefined where nobody knows. */
export function hereRing(share: number | undefined, state?: 'whole' | 'halt'): VNode {
  const circle = { cx: 8, cy: 8, r: 6 }
  const part = share === undefined ? 0 : Math.min(1, Math.max(0.02, share))
  return h('svg', { class: ['ring', state], viewBox: '0 0 16 16', 'aria-hidden': 'true' }, [
    h('circle', circle),
    part === 0
      ? null
      : h('circle', {
          ...circle,
          class: 'v',
          'stroke-dasharray': `${String(part * AROUND)} ${String(AROUND)}`,
        }),
  ])
}
