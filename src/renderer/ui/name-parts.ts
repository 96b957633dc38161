import { h, type VNode } from 'vue'
import { hasRightToLeft, nameRuns, splitName } from '#renderer/lib/split-name.ts'

/**
 * The nodes of a name in a cell. A long name has two parts, of which only the first is cut; a name in both directions
 * has its runs, each of which keeps its beginning. A screen reader would read a gap between parts, so it gets the name
 * as one hidden text. A label on the link would hide the link's other content.
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

/**
 * The nodes of a name that is alone in its element: a text, the two parts of a long name, or the runs of a name in both
 * directions. Undefined for a name that needs more.
 */
export function plainNameParts(name: string): string | [VNode, string | VNode, ...VNode[]] | undefined {
  const runs = nameRuns(name)?.map((run) => h('span', { dir: 'auto' }, run))
  if (runs) return runs as [VNode, VNode]
  if (hasRightToLeft(name)) return undefined
  const parts = splitName(name)
  return parts ? [h('span', { dir: 'auto' }, parts[0]), parts[1]] : name
}

type Plain = ReturnType<typeof plainNameParts>
/** Class of an element with a plain name. `picture`: the class that draws a picture before the text. */
export const plainClass = (plain: Plain, picture: string): string =>
  plain ? (typeof plain === 'string' ? picture : `${picture} split`) : ''
