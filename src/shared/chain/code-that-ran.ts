/**
 * Finds the contracts whose code a call ran, from its trace: a proxy passes its whole input to the implementation it
 * has at that moment.
 */
import type { TraceFrame } from './call-trace.ts'

/** The longest chain of proxies that is followed. */
export const MAX_CODE = 8
const SELECTOR_LENGTH = 10

/** Whether `outer` passes its whole input to the inner call by `delegatecall`. */
export const isDelegation = (outer: TraceFrame, { kind, to, input }: TraceFrame): boolean =>
  kind === 'delegatecall' &&
  to !== null &&
  input !== null &&
  outer.input !== null &&
  outer.input.length >= SELECTOR_LENGTH &&
  // A minimal proxy (clone) can append arguments of its own.
  input.startsWith(outer.input)

/** Whether `outer` made this call itself. */
export function isInside({ traceAddress: outer }: TraceFrame, { traceAddress: inner }: TraceFrame): boolean {
  return outer !== null && inner?.length === outer.length + 1 && outer.every((step, at) => inner[at] === step)
}

/**
 * The implementations that the transaction's top call ran, outermost first; empty if the called contract ran its own
 * code.
 */
export function codeThatRan(frames: readonly TraceFrame[]): readonly string[] {
  const code: string[] = []
  let outer = frames.find(({ traceAddress }) => traceAddress?.length === 0)
  while (outer && code.length < MAX_CODE) {
    const around: TraceFrame = outer
    outer = frames.find((frame) => isInside(around, frame) && isDelegation(around, frame))
    if (outer?.to) code.push(outer.to.toLowerCase())
  }
  return code
}
