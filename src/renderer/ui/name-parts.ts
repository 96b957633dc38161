import { h, type VNode } from 'vue'
import { hasRightToLeft, nameRuns, splitName } from '#renderer/lib/split-name.ts'

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

/**
 * A name alone in its element: its text, or its parts, where a long one is cut but for its end, or each run of one in both
 * directions. Undefined of one that needs more.
 */
export function plainNameParts(name: string): string | [VNode, string | VNode, ...VNode[]] | undefined {
  const runs = nameRuns(name)?.map((run) => h('span', { dir: 'auto' }, run))
  if (runs) return runs as [VNode, VNode]
  if (hasRightToLeft(name)) return undefined
  const parts = splitName(name)
  return parts ? [h('span', { dir: 'auto' }, parts[0]), parts[1]] : name
}

type Plain = ReturnType<typeof plainNameParts>
/** `picture`: the class that draws it before the text. */
export const plainClass = (plain: Plain, picture: string): string =>
  plain ? (typeof plain === 'string' ? picture : `${picture} split`) : ''
