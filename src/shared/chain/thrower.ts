/** Finds the call whose error explains a failure: callers hand on what they caught, whole, wrapped or without a word. */
import type { TraceFrame } from './call-trace.ts'

interface Call {
  readonly frame: TraceFrame
}

/** The deepest call that explains why `root` failed. `callsOf`: the calls that a call made, in their order. */
export function throwerFrom<Node extends Call>(root: Node, callsOf: (call: Node) => readonly Node[]): Node {
  let thrower = root
  for (let inner: Node | undefined = root; inner;) {
    thrower = inner
    const outer: Node = inner
    const calls = callsOf(outer)
    inner = calls.findLast((call) => explains(outer.frame, call.frame, call === calls.at(-1)))
  }
  return thrower
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

/** The error data of a failed transaction, and who threw it. Undefined if it did not fail, or says nothing. */
export function thrownIn(
  frames: readonly TraceFrame[],
): { readonly to: string | null; readonly data: string } | undefined {
  const root = frames.find(({ traceAddress }) => traceAddress?.length === 0)
  if (!root || root.error === null) return undefined
  const { frame } = throwerFrom({ frame: root }, (call) => frames.flatMap(callInside(call.frame)))
  return saysWhy(frame.output) ? { to: frame.to, data: frame.output } : undefined
}

const callInside = (outer: TraceFrame) => (frame: TraceFrame) => (isInside(outer, frame) ? [{ frame }] : [])

/** Whether `outer` made this call itself. */
export function isInside({ traceAddress: outer }: TraceFrame, { traceAddress: inner }: TraceFrame): boolean {
  return outer !== null && inner?.length === outer.length + 1 && outer.every((step, at) => inner[at] === step)
}
