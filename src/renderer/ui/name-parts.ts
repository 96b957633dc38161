import { h, type VNode } from 'vue'
import { splitName } from '#renderer/lib/split-name.ts'

/**
 * A name in a cell: a long one in two parts, of which only the first is cut where there is no room. A screen reader would
 * read a gap between the two: it has the label of the link around them, which is `labelOfParts`, or the name in one piece
 * beside them.
 */
export function nameParts(name: string): VNode {
  const parts = splitName(name)
  if (!parts) return h('bdi', name)
  return h('bdi', { class: 'parted', 'aria-hidden': 'true' }, [h('span', parts[0]), h('span', parts[1])])
}

/** The label of a link that holds `nameParts` of the first of these words; undefined where its text is read as it is. */
export const labelOfParts = (name: string, ...marks: readonly (string | undefined)[]): string | undefined =>
  splitName(name) && [name, ...marks].filter((word) => word !== undefined).join(', ')
