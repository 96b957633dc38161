/** Whose code a call ran, as its trace shows it: a proxy hands its whole input on, to whatever stands behind it at that moment. */
import type { TraceFrame } from './call-trace.ts'

/** Contracts of which a call is said to have run the code: a proxy before a proxy before a proxy. */
export const MAX_CODE = 8
const SELECTOR_LENGTH = 10

/** Whether a call is carried out by this call inside of it. */
export const handsOn = (outer: TraceFrame, { kind, to, input }: TraceFrame): boolean =>
  kind === 'delegatecall' &&
  to !== null &&
  input !== null &&
  outer.input !== null &&
  outer.input.length >= SELECTOR_LENGTH &&
  // A clone can add arguments of its own.
  input.startsWith(outer.input)

/** Of the transaction's own call, outermost first; empty where the called contract ran its own code. */
export function codeThatRan(frames: readonly TraceFrame[]): readonly string[] {
  const code: string[] = []
  let outer = frames.find(({ traceAddress }) => traceAddress?.length === 0)
  while (outer && code.length < MAX_CODE) {
    const around: TraceFrame = outer
    outer = frames.find((frame) => isInside(around, frame) && handsOn(around, frame))
    if (outer?.to) code.push(outer.to.toLowerCase())
  }
  return code
}

function isInside({ traceAddress: outer }: TraceFrame, { traceAddress: inner }: TraceFrame): boolean {
  return outer !== null && inner?.length === outer.length + 1 && outer.every((step, at) => inner[at] === step)
}
