/** The visible rows of a tree of calls, after folding and filters, with the logs in their positions. */
import type { CallNode, CallTree, PositionedLog } from './call-tree.ts'

interface Place {
  readonly key: string
  /** The call of the row, or the call that made its log. */
  readonly node: CallNode
  readonly level: number
  readonly position: number
  readonly setSize: number
}

export type CallRow =
  /** `isOpen` is undefined for a call without children. */
  | (Place & { readonly kind: 'call'; readonly isOpen: boolean | undefined })
  | (Place & { readonly kind: 'log'; readonly log: PositionedLog })

export interface CallView {
  /** Calls from this depth on are folded unless opened by hand; null folds none. */
  readonly maxDepth: number | null
  /** Calls opened or folded by hand, by id. */
  readonly byHand: ReadonlyMap<number, boolean>
  readonly onlyWithValue: boolean
  readonly onlyFailures: boolean
}

const WHOLE: CallView = {
  maxDepth: null,
  byHand: new Map(),
  onlyWithValue: false,
  onlyFailures: false,
}

const WITHOUT_VALUE: ReadonlySet<string> = new Set(['delegatecall', 'staticcall', 'callcode'])

/** Whether a call moves coins. A delegated call reports the value of the call around it but moves nothing. */
export const movesValue = ({ frame: { value, kind } }: CallNode): boolean =>
  value !== null && value !== '0' && !WITHOUT_VALUE.has(kind)

const isOpen = ({ maxDepth, byHand }: CallView, { id, depth }: CallNode): boolean =>
  byHand.get(id) ?? (maxDepth === null || depth < maxDepth)

/** Marks the calls that pass the filters and those around them; null if no filter is set. */
function keptCalls({ nodes }: CallTree, { onlyWithValue, onlyFailures }: CallView): Uint8Array | null {
  if (!onlyWithValue && !onlyFailures) return null
  const kept = new Uint8Array(nodes.length)
  for (const node of nodes) {
    if ((onlyWithValue && !movesValue(node)) || (onlyFailures && !node.isFailed)) continue
    for (let up: CallNode | null = node; up && kept[up.id] !== 1; up = up.parent) kept[up.id] = 1
  }
  return kept
}

export function rowsOf(tree: CallTree, view: CallView): readonly CallRow[] {
  const kept = keptCalls(tree, view)
  const callsOf = (calls: readonly CallNode[]) =>
    kept === null ? calls : calls.filter(({ id }) => kept[id] === 1)
  const logsOf = ({ logs }: CallNode) => (kept === null ? logs : [])
  // A large tree makes many rows, so each is one plain object without a copy.
  const callRow = (node: CallNode, level: number, position: number, setSize: number): CallRow => ({
    kind: 'call',
    key: String(node.id),
    node,
    level,
    position,
    setSize,
    isOpen: callsOf(node.calls).length + logsOf(node).length > 0 ? isOpen(view, node) : undefined,
  })

  const rows: CallRow[] = []
  const roots = callsOf(tree.roots)
  // A stack of its own, because a trace may be deeper than the engine's call stack allows.
  const waiting = roots.map((node, at) => callRow(node, 1, at + 1, roots.length)).toReversed()
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row)
    if (row.kind === 'log' || row.isOpen !== true) continue
    const { node, level } = row
    const below = inOrder(node, callsOf(node.calls), logsOf(node))
    const setSize = below.length
    for (let at = setSize - 1; at >= 0; at -= 1) {
      const part = below[at]
      if (!part) continue
      if ('frame' in part) waiting.push(callRow(part, level + 1, at + 1, setSize))
      else
        waiting.push({
          kind: 'log',
          key: logKey(node, part),
          node,
          log: part,
          level: level + 1,
          position: at + 1,
          setSize,
        })
    }
  }
  return rows
}

const logKey = (node: CallNode, log: PositionedLog) =>
  `${String(node.id)} log ${String(node.logs.indexOf(log))}`

/** Calls and logs in the order they were made; logs with an unknown position come last. */
function inOrder(
  node: CallNode,
  shown: readonly CallNode[],
  logs: readonly PositionedLog[],
): readonly (CallNode | PositionedLog)[] {
  if (logs.length === 0) return shown
  const parts: (CallNode | PositionedLog)[] = []
  let next = 0
  node.calls.forEach((call, at) => {
    for (let log = logs[next]; log && (log.after ?? Infinity) <= at; log = logs[next]) {
      parts.push(log)
      next += 1
    }
    parts.push(call)
  })
  return [...parts, ...logs.slice(next)]
}

/** The view in which a call is visible: the calls around it are open, and no filter hides it. */
export function viewShowing(view: CallView, node: CallNode): CallView {
  const byHand = new Map(view.byHand)
  for (let up = node.parent; up; up = up.parent) byHand.set(up.id, true)
  return {
    ...view,
    byHand,
    onlyWithValue: view.onlyWithValue && movesValue(node),
    onlyFailures: view.onlyFailures && node.isFailed,
  }
}

/** A tree with more calls is folded at first, below `FIRST_DEPTH`. */
const MANY = 400
const FIRST_DEPTH = 3

export const firstView = ({ nodes }: CallTree): CallView => ({
  ...WHOLE,
  maxDepth: nodes.length > MANY ? FIRST_DEPTH : null,
})
