/** Finds the call whose error explains a failure: callers hand on what they caught, whole, wrapped or without a word. */
import type { TraceFrame } from './call-trace.ts'
import { handsOn, isInside, MAX_CODE } from './code-that-ran.ts'

interface Call {
  readonly frame: TraceFrame
}

/** The deepest call that explains why `root` failed. `callsOf`: the calls that a call made, in their order. */
export const throwerFrom = <Node extends Call>(root: Node, callsOf: (call: Node) => readonly Node[]): Node =>
  pathToThrower(root, callsOf).at(-1) ?? root

/** From `root` to the deepest call that explains why it failed, each made by the one before. */
function pathToThrower<Node extends Call>(root: Node, callsOf: (call: Node) => readonly Node[]): Node[] {
  const path: Node[] = []
  for (let inner: Node | undefined = root; inner;) {
    path.push(inner)
    const outer: Node = inner
    const calls = callsOf(outer)
    inner = calls.findLast((call) => explains(outer.frame, call.frame, call === calls.at(-1)))
  }
  return path
}

/** What failed inside for another reason was caught. */
function explains(outer: TraceFrame, inner: TraceFrame, isLast: boolean): boolean {
  if (inner.error === null) return false
  if (inner.output === outer.output && inner.error === outer.error) return true
  if (!saysWhy(inner.output)) return false
  // A revert without a word right after a failed call hands that failure on.
  if (!outer.output || outer.output === '0x') return isLast && /revert/i.test(outer.error ?? '')
  return outer.output.toLowerCase().includes(inner.output.slice(2).toLowerCase())
}

/** At least the four bytes of an error. */
const saysWhy = (output: string | null): output is string => output !== null && output.length >= 10

/** The error data of a failed transaction, and the contracts that may define it. */
export interface Thrown {
  /** The contract that threw it, or for a creation the one that passed it on; null without either. */
  readonly to: string | null
  readonly data: string
  /** The contracts that passed it on whole, and the proxies of its code; innermost first. */
  readonly ran: readonly string[]
}

/** Undefined if the transaction did not fail, or says nothing. */
export function thrownIn(frames: readonly TraceFrame[]): Thrown | undefined {
  const root = frames.find(({ traceAddress }) => traceAddress?.length === 0)
  if (!root || root.error === null) return undefined
  const path = pathToThrower({ frame: root }, (call) => frames.flatMap(callInside(call.frame)))
  const [thrower, ...callers] = path.map(({ frame }) => frame).reverse()
  if (!thrower || !saysWhy(thrower.output)) return undefined
  const data = thrower.output
  const code = [thrower]
  let isSameCall = true
  for (const [at, caller] of callers.entries()) {
    isSameCall &&= handsOn(caller, callers[at - 1] ?? thrower)
    if (isSameCall || caller.output === data) code.push(caller)
  }
  const [to = null, ...ran] = code.flatMap((frame) => frame.to?.toLowerCase() ?? [])
  return { to, data, ran: ran.slice(0, MAX_CODE) }
}

const callInside = (outer: TraceFrame) => (frame: TraceFrame) => (isInside(outer, frame) ? [{ frame }] : [])
