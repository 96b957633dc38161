/** The picture of gas: each call as wide as the gas it used with the calls it made, below the call that made it. */
import type { CallNode, CallTree } from './call-tree.ts'

export interface FlameBox {
  readonly node: CallNode
  /** From 0 to 1 of the whole width. */
  readonly x: number
  readonly width: number
  readonly depth: number
}

export interface FlamePicture {
  readonly boxes: readonly FlameBox[]
  readonly depth: number
  /** Calls too narrow to be drawn. */
  readonly hidden: number
}

/** Narrower ones are not drawn: less than a pixel of a wide screen. */
const MIN_WIDTH = 1 / 1_600
/** Gas is exact beyond what a double holds; shares of it need not be. */
const share = (part: bigint, whole: bigint) => Number((part * 1_000_000n) / whole) / 1_000_000

/** Undefined where the gas of calls is not known. */
export function layOutFlame({ roots, nodes, from }: CallTree): FlamePicture | undefined {
  const [root] = roots
  if (from !== 'trace' || !root?.gasUsed || roots.length > 1) return undefined
  const boxes: FlameBox[] = []
  let depth = 0
  const waiting: FlameBox[] = [{ node: root, x: 0, width: 1, depth: 0 }]
  for (let box = waiting.pop(); box; box = waiting.pop()) {
    boxes.push(box)
    depth = Math.max(depth, box.depth)
    waiting.push(...boxesBelow(box).toReversed())
  }
  return { boxes, depth, hidden: nodes.length - boxes.length }
}

function boxesBelow({ node, x, width, depth }: FlameBox): FlameBox[] {
  const inner = node.calls.reduce((sum, { gasUsed }) => sum + (gasUsed ?? 0n), 0n)
  // Gas that is given back is taken off the call around it: its calls can have used more than it did.
  const whole = inner > (node.gasUsed ?? 0n) ? inner : (node.gasUsed ?? 0n)
  if (whole === 0n) return []
  let left = x
  return node.calls.flatMap((call): FlameBox[] => {
    const own = { node: call, x: left, width: width * share(call.gasUsed ?? 0n, whole), depth: depth + 1 }
    left += own.width
    return own.width < MIN_WIDTH ? [] : [own]
  })
}
