/** The rows of a tree of calls as they are seen: folded, filtered, with logs in their place. */
import type { CallNode, CallTree, PlacedLog } from './call-tree.ts'

interface Place {
  readonly key: string
  /** The call, or the one that made the log. */
  readonly node: CallNode
  readonly level: number
  readonly position: number
  readonly setSize: number
}

export type CallRow =
  /** `isOpen`: undefined where there is nothing below it. */
  | (Place & { readonly kind: 'call'; readonly isOpen: boolean | undefined })
  | (Place & { readonly kind: 'log'; readonly log: PlacedLog })

export interface CallView {
  /** Calls at this depth and below are folded unless opened by hand; null: none is. */
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

/** Moves coins: a delegated call names the value of the call around it, and moves nothing. */
export const movesValue = ({ frame: { value, kind } }: CallNode): boolean =>
  value !== null && value !== '0' && !WITHOUT_VALUE.has(kind)

const isOpen = ({ maxDepth, byHand }: CallView, { id, depth }: CallNode): boolean =>
  byHand.get(id) ?? (maxDepth === null || depth < maxDepth)

/** Which calls the filters leave, each with the calls around it; null where they leave all. */
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
  // Made for each row of a large tree: plain objects, without a copy in between.
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
  // A stack of its own: a trace may be deeper than the engine's.
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

const logKey = (node: CallNode, log: PlacedLog) => `${String(node.id)} log ${String(node.logs.indexOf(log))}`

/** Calls and logs as they were made; a log of which that is not known stands at the end. */
function inOrder(
  node: CallNode,
  shown: readonly CallNode[],
  logs: readonly PlacedLog[],
): readonly (CallNode | PlacedLog)[] {
  if (logs.length === 0) return shown
  const parts: (CallNode | PlacedLog)[] = []
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

/** The view in which a call is seen: what is around it is open, and no filter hides it. */
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

/** More are folded at first, below this depth. */
const MANY = 400
const FIRST_DEPTH = 3

export const firstView = ({ nodes }: CallTree): CallView => ({
  ...WHOLE,
  maxDepth: nodes.length > MANY ? FIRST_DEPTH : null,
})
