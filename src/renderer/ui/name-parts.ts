import { h, type VNode } from 'vue'
import { splitName } from '#renderer/lib/split-name.ts'

/**
 * A name in a cell: a long one in two parts, of which only the first is cut where there is no room. A screen reader would
 * read a gap between the two, so it is given the name in one piece. As text and not as a label: a label on the link would
 * hide what else stands in it.
 */
export function nameParts(name: string): VNode[] {
  const parts = splitName(name)
  if (!parts) return [h('bdi', name)]
  return [
    h('span', { class: 'visually-hidden' }, name),
    h('bdi', { class: 'parted', 'aria-hidden': 'true' }, [h('span', parts[0]), h('span', parts[1])]),
  ]
}
