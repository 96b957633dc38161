import { h, type VNode } from 'vue'
import { nameRuns, splitName } from '#renderer/lib/split-name.ts'

/**
 * A name in a cell: a long one in two parts, of which only the first is cut where there is no room, and one that is written
 * in both directions in its runs, of which each keeps its beginning. A screen reader would read a gap between two parts, so
 * it is given the name in one piece. As text and not as a label: a label on the link would hide what else stands in it.
 */
export function nameParts(name: string): VNode[] {
  const runs = nameRuns(name)
  const parts = runs ?? splitName(name)
  if (!parts) return [h('bdi', name)]
  return [
    h('span', { class: 'visually-hidden' }, name),
    h(
      'bdi',
      { class: ['parted', runs && 'runs'], dir: runs && 'ltr', 'aria-hidden': 'true' },
      parts.map((part) => h('span', { dir: runs && 'auto' }, part)),
    ),
  ]
}
