/** Layout of the gas flame graph: each call is below its caller, and as wide as the gas it used with its own calls. */
import type { CallNode, CallTree } from './call-tree.ts'

export interface FlameBox {
  readonly node: CallNode
  /** From 0 to 1, as a fraction of the whole width. */
  readonly x: number
  readonly width: number
  readonly depth: number
}

export interface FlamePicture {
  readonly boxes: readonly FlameBox[]
  readonly depth: number
  /** Number of calls too narrow to be drawn. */
  readonly hidden: number
}

/** Minimum width of a drawn call: less is under a pixel on a wide screen. */
const MIN_WIDTH = 1 / 1_600
/** Gas is exact beyond the digits of a double; the share of it need not be. */
const share = (part: bigint, whole: bigint) => Number((part * 1_000_000n) / whole) / 1_000_000

/** Lays out the tree; undefined if the gas of its calls is not known. */
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
  // A refund is subtracted from the call around it, so its calls may have used more than it did.
  const whole = inner > (node.gasUsed ?? 0n) ? inner : (node.gasUsed ?? 0n)
  if (whole === 0n) return []
  let left = x
  return node.calls.flatMap((call): FlameBox[] => {
    const own = { node: call, x: left, width: width * share(call.gasUsed ?? 0n, whole), depth: depth + 1 }
    left += own.width
    return own.width < MIN_WIDTH ? [] : [own]
  })
}
