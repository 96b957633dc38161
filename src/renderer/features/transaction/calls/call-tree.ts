/**
 * Builds the tree of a transaction's calls from a trace or, without one, from its internal transactions. Frames may arrive
 * in any order, twice, or without the call around them: each gets a position, and irregular ones are counted.
 */
import type { CallTrace, TraceFrame, TraceLog } from '#shared/chain/call-trace.ts'
import { isDelegation, MAX_CODE } from '#shared/chain/code-that-ran.ts'
import { throwerFrom } from '#shared/chain/thrower.ts'
import type { InternalTransaction, Transaction } from '#shared/chain/transaction.ts'

export interface PositionedLog extends TraceLog {
  /** Number of the call's own calls made before the log; null if it is not known. */
  readonly after: number | null
}

export interface CallNode {
  /** Position in the order of execution, from 0; for internal transactions, their index. */
  readonly id: number
  readonly frame: TraceFrame
  readonly parent: CallNode | null
  readonly calls: readonly CallNode[]
  readonly depth: number
  /** Logs in order. If the logs are from a list, only those that this call certainly made. */
  readonly logs: readonly PositionedLog[]
  /** Number of nodes in the subtree, with the node itself. */
  readonly size: number
  readonly gasUsed: bigint | null
  /** Gas used by the call's own code; negative if the transaction got a refund. */
  readonly ownGas: bigint | null
  readonly isFailed: boolean
  /** The call succeeded, but one around it failed, so its effects are reverted. */
  readonly isUndone: boolean
}

export interface CallTree {
  /** In the order of execution. */
  readonly nodes: readonly CallNode[]
  readonly roots: readonly CallNode[]
  readonly depth: number
  /** The data that the tree was built from. */
  readonly from: 'trace' | 'internal transactions'
  /** True if the trace says which call made which log. */
  readonly hasLogs: boolean
  readonly invalid: UnreadableCalls
}

/** Counts of missing or doubtful frames. */
interface UnreadableCalls {
  readonly unread: number
  readonly omitted: number
  /** Frames without the call around them; each is below the nearest call that exists, or a root. */
  readonly misplaced: number
}

/** A node while the tree is built. */
type Draft = { -readonly [Key in keyof CallNode]: CallNode[Key] } & {
  calls: Draft[]
  parent: Draft | null
  path: readonly number[]
}

export function treeOfTrace({ frames, unread, omitted }: CallTrace): CallTree {
  const placed = sorted(frames.filter(({ traceAddress }) => traceAddress !== null))
  const loose = frames.filter(({ traceAddress }) => traceAddress === null)
  const drafts = new Drafts()
  let misplaced = loose.length
  for (const frame of placed) {
    const path = frame.traceAddress ?? []
    const parent = drafts.openAround(path)
    if ((parent?.path.length ?? -1) !== path.length - 1) misplaced += 1
    drafts.add(frame, parent, path)
  }
  const root = drafts.first
  for (const frame of loose) drafts.add(frame, root, [])
  const hasLogs = frames.some(({ logs }) => logs !== undefined)
  return drafts.finish({ from: 'trace', hasLogs, invalid: { unread, omitted, misplaced } })
}

/** Frames sorted by trace address. Most servers sort them already. */
function sorted(frames: readonly TraceFrame[]): readonly TraceFrame[] {
  const isSorted = frames.every(
    (frame, at) => at === 0 || comparePaths(pathOf(frames[at - 1]), pathOf(frame)) <= 0,
  )
  return isSorted ? frames : frames.toSorted((one, other) => comparePaths(pathOf(one), pathOf(other)))
}
const pathOf = (frame: TraceFrame | undefined): readonly number[] => frame?.traceAddress ?? []

function comparePaths(one: readonly number[], other: readonly number[]): number {
  const shared = Math.min(one.length, other.length)
  for (let at = 0; at < shared; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/**
 * Builds a tree from internal transactions. They do not include all calls, and name the caller by address only.
 * The caller is taken to be the innermost running call whose code works for that address.
 */
export function treeOfInternals(
  transaction: Transaction,
  internals: readonly InternalTransaction[],
): CallTree {
  const drafts = new Drafts()
  const root = drafts.add(frameOfTransaction(transaction), null, [])
  let open: { readonly draft: Draft; readonly worker: string | undefined }[] = [
    { draft: root, worker: workerOf(root.frame) },
  ]
  let misplaced = 0
  for (const internal of internals) {
    const frame = frameOfInternal(internal)
    const at = open.findLastIndex(
      ({ worker }) => worker !== undefined && worker === frame.from?.toLowerCase(),
    )
    if (at < 0) misplaced += 1
    const around = open[Math.max(at, 0)]?.draft ?? root
    const draft = drafts.add(frame, around, [])
    open = [...open.slice(0, Math.max(at, 0) + 1), { draft, worker: workerOf(frame) }]
  }
  return drafts.finish({
    from: 'internal transactions',
    hasLogs: false,
    invalid: { unread: 0, omitted: 0, misplaced },
  })
}

/** The address that a call's code works for, in lower case; a delegated call works for its caller. */
const workerOf = ({ kind, from, to, created }: TraceFrame): string | undefined =>
  (kind === 'delegatecall' || kind === 'callcode' ? from : (created ?? to))?.toLowerCase()

function frameOfTransaction(transaction: Transaction): TraceFrame {
  const { from, to, created_contract: created, value, gas_limit: gas, gas_used: gasUsed } = transaction
  return {
    kind: to || !created ? 'call' : 'create',
    from: from?.hash ?? null,
    to: to?.hash ?? null,
    created: created?.hash ?? null,
    value: value ?? null,
    gas: gas ?? null,
    gasUsed: gasUsed ?? null,
    input: transaction.raw_input ?? null,
    output: null,
    error: transaction.status === 'error' ? (transaction.result ?? 'failed') : null,
    traceAddress: [],
  }
}

const KINDS = new Set<string>([
  'call',
  'callcode',
  'delegatecall',
  'staticcall',
  'create',
  'create2',
  'selfdestruct',
])

function frameOfInternal(item: InternalTransaction): TraceFrame {
  const failed = item.success === false
  return {
    kind: KINDS.has(item.type ?? '') ? (item.type as TraceFrame['kind']) : 'unknown',
    from: item.from?.hash ?? null,
    to: item.to?.hash ?? null,
    created: item.created_contract?.hash ?? null,
    value: item.value ?? null,
    gas: item.gas_limit ?? null,
    gasUsed: null,
    input: null,
    output: null,
    error: failed ? (item.error ?? 'failed') : null,
    traceAddress: null,
  }
}

class Drafts {
  readonly #all: Draft[] = []
  readonly #open: Draft[] = []

  get first(): Draft | null {
    return this.#all[0] ?? null
  }

  /** The innermost running call whose path is a prefix of `path`. */
  openAround(path: readonly number[]): Draft | null {
    for (let last = this.#open.at(-1); last; last = this.#open.at(-1)) {
      if (last.path.length < path.length && last.path.every((step, at) => step === path[at])) return last
      this.#open.pop()
    }
    return null
  }

  add(frame: TraceFrame, parent: Draft | null, path: readonly number[]): Draft {
    const draft: Draft = {
      id: this.#all.length,
      frame,
      parent,
      calls: [],
      depth: parent ? parent.depth + 1 : 0,
      logs: (frame.logs ?? []).map((log) => ({ ...log, after: log.position })),
      size: 1,
      gasUsed: frame.gasUsed === null ? null : BigInt(frame.gasUsed),
      ownGas: null,
      isFailed: frame.error !== null,
      isUndone: false,
      path,
    }
    parent?.calls.push(draft)
    this.#all.push(draft)
    this.#open.push(draft)
    return draft
  }

  finish(about: Pick<CallTree, 'from' | 'hasLogs' | 'invalid'>): CallTree {
    const roots = this.#all.filter(({ parent }) => parent === null)
    const nodes = inOrder(roots)
    nodes.forEach((node, id) => {
      node.id = id
      node.isUndone = !node.isFailed && node.parent !== null && (node.parent.isFailed || node.parent.isUndone)
    })
    for (const node of nodes.toReversed()) {
      node.size = node.calls.reduce((sum, { size }) => sum + size, 1)
      node.ownGas =
        node.gasUsed === null
          ? null
          : node.calls.reduce((left, { gasUsed }) => left - (gasUsed ?? 0n), node.gasUsed)
    }
    return { ...about, nodes, roots, depth: nodes.reduce((most, { depth }) => Math.max(most, depth), 0) }
  }
}

/** All nodes in the order of execution. Frames without a position were added at the end. */
function inOrder(roots: readonly Draft[]): Draft[] {
  const nodes: Draft[] = []
  const waiting = roots.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    nodes.push(node)
    for (let at = node.calls.length - 1; at >= 0; at -= 1) {
      const call = node.calls[at]
      if (call) waiting.push(call)
    }
  }
  return nodes
}

/** The call with this number in the order of execution. */
export function findCall({ nodes }: CallTree, place: string): CallNode | undefined {
  return /^\d{1,6}$/.test(place) ? nodes[Number(place)] : undefined
}

/**
 * The call where the transaction's failure began, or else the last failure in it: follows failed calls to one that
 * made no failed call. Undefined if nothing failed.
 */
export function originOfFailure({ roots, nodes }: CallTree): CallNode | undefined {
  let node = roots[0]?.isFailed ? roots[0] : nodes.findLast(({ isFailed }) => isFailed)
  for (let inner = node; inner; inner = inner.calls.findLast(({ isFailed }) => isFailed)) node = inner
  return node
}

/** Contracts whose code ran for this call, outermost first: each got the whole input from the one before. */
export function codeOf(node: CallNode): readonly string[] {
  const code: string[] = []
  let outer: CallNode | undefined = node
  while (outer && code.length < MAX_CODE) {
    const around: CallNode = outer
    outer = around.calls.find(({ frame }) => isDelegation(around.frame, frame))
    if (outer?.frame.to) code.push(outer.frame.to.toLowerCase())
  }
  return code
}

/** Contracts that may define the error of a failed call: calls pass on errors of inner calls unchanged. */
export function codeOfFailure({ frame, calls }: CallNode): readonly string[] {
  const inner = calls.findLast((call) => call.isFailed && call.frame.output === frame.output)
  return inner?.frame.to == null ? [] : [...codeOfFailure(inner), inner.frame.to].slice(0, MAX_CODE)
}

/** The call whose error explains the transaction's failure. Undefined if the transaction did not fail. */
export function throwerOf({ roots: [root] }: CallTree): CallNode | undefined {
  return root?.isFailed ? throwerFrom(root, ({ calls }) => calls) : undefined
}

/**
 * Places the logs of a list into a tree whose trace has no logs. Each log goes to the only call that can have made it: one
 * that works for the log's address and was not reverted. Returns the tree and the logs with several candidates or none.
 */
export function placeLogs(
  tree: CallTree,
  logs: readonly TraceLog[],
): { readonly tree: CallTree; readonly unplaced: readonly TraceLog[] } {
  const makers = new Map<string, CallNode[]>()
  for (const node of tree.nodes) {
    const worker = workerOf(node.frame)
    if (worker === undefined || node.isFailed || node.isUndone || node.frame.kind === 'staticcall') continue
    const known = makers.get(worker)
    if (known) known.push(node)
    else makers.set(worker, [node])
  }
  const placed = new Map<CallNode, PositionedLog[]>()
  const unplaced = logs.filter((log) => {
    const [maker, ...others] = makers.get(log.address.toLowerCase()) ?? []
    if (!maker || others.length > 0) return true
    placed.set(maker, [...(placed.get(maker) ?? []), { ...log, after: maker.calls.length === 0 ? 0 : null }])
    return false
  })
  if (placed.size === 0) return { tree, unplaced }
  return { tree: withLogs(tree, placed), unplaced }
}

function withLogs(tree: CallTree, placed: ReadonlyMap<CallNode, readonly PositionedLog[]>): CallTree {
  const copies = new Map<CallNode, Draft>()
  const nodes = tree.nodes.map((node) => {
    const copy = { ...node, logs: placed.get(node) ?? node.logs, calls: [], parent: null, path: [] } as Draft
    copies.set(node, copy)
    const parent = node.parent && copies.get(node.parent)
    if (parent) {
      copy.parent = parent
      parent.calls.push(copy)
    }
    return copy
  })
  return { ...tree, nodes, roots: nodes.filter(({ parent }) => parent === null) }
}
