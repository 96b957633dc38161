/** Finds the call whose error explains a failure: callers hand on what they caught, whole, wrapped or without a word. */
import type { TraceFrame } from './call-trace.ts'
import { isDelegation, isInside, MAX_CODE } from './code-that-ran.ts'

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
    const { error, output }: TraceFrame = inner.frame
    // Once for all calls: a trace may have tens of thousands, and as many bytes.
    const searched = output?.slice(0, MAX_SEARCHED_DIGITS).toLowerCase() ?? '0x'
    const calls = callsOf(inner)
    inner = calls.findLast(({ frame }, at) => {
      if (frame.error === null) return false
      return (
        (frame.output === output && frame.error === error) ||
        explains(frame, searched, error, at === calls.length - 1)
      )
    })
  }
  return path
}

/** An error in a text that is longer is found at its beginning only. */
const MAX_SEARCHED_DIGITS = 2 * 16 * 1024

/** Whether an error explains that of its caller. An inner call that failed for another reason was caught. */
function explains(
  { output }: TraceFrame,
  outer: string,
  outerError: string | null,
  isLast: boolean,
): boolean {
  if (!saysWhy(output)) return false
  // A revert without a word right after a failed call hands that failure on.
  if (outer === '' || outer === '0x') return isLast && /revert/i.test(outerError ?? '')
  return output.length <= outer.length && outer.includes(output.slice(2).toLowerCase())
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
  const byDepth = Map.groupBy(frames, ({ traceAddress }) => traceAddress?.length ?? -1)
  const path = pathToThrower({ frame: root }, ({ frame: outer }) =>
    (byDepth.get((outer.traceAddress?.length ?? 0) + 1) ?? []).flatMap((frame) =>
      isInside(outer, frame) ? [{ frame }] : [],
    ),
  )
  const [thrower, ...callers] = path.map(({ frame }) => frame).reverse()
  if (!thrower || !saysWhy(thrower.output)) return undefined
  const data = thrower.output
  const code = [thrower]
  let isSameCall = true
  for (const [at, caller] of callers.entries()) {
    isSameCall &&= isDelegation(caller, callers[at - 1] ?? thrower)
    if (isSameCall || caller.output === data) code.push(caller)
  }
  const [to = null, ...ran] = code.flatMap((frame) => frame.to?.toLowerCase() ?? [])
  return { to, data, ran: ran.slice(0, MAX_CODE) }
}
