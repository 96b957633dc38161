import { h, type VNode } from 'vue'

/** Icons in rows. They are plain nodes, not components, since a list has hundreds. */
const PATHS = {
  check: 'M5 12l5 5 9-10',
  cross: 'M6 6l12 12M18 6L6 18',
  part: 'M4 12.5l4 4 5-6M15 14l5.5 5.5M20.5 14l-5.5 5.5',
  wait: 'M12 4a8 8 0 1 1-8 8',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  image: 'M4 5h16v14H4zM8 11a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M20 16l-5-5-8 8',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  own: 'M12 3l9 9-9 9-9-9zM12 8.5l3.5 3.5-3.5 3.5L8.5 12z',
  note: 'M4 4h16v11l-5 5H4zM15 20v-5h5',
  document: 'M7 3h7l4 4v14H7zM14 3v4h4',
} as const
export type SmallIconName = keyof typeof PATHS

/** `label`: name for screen readers, where no other text gives it. */
export const smallIcon = (name: SmallIconName, label?: string): VNode =>
  h(
    'svg',
    {
      class: 'i',
      viewBox: '0 0 24 24',
      ...(label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label }),
    },
    [h('path', { d: PATHS[name] })],
  )
