import { h, type VNode } from 'vue'

/** Circumference of a circle with a radius of 6. */
const AROUND = 37.7

/** A ring that is filled by the loaded share of a list. `share`: from 0 to 1; undefined where it is unknown. */
export function progressRing(share: number | undefined, state?: 'whole' | 'halt'): VNode {
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
