import { address, list, object, optional, quantity } from '../wire.ts'
import type { Json } from '../wire.ts'
import { frameError, frameType, movesCoins } from '../../model/call-frame.ts'
import type { CallFrame, TransactionFrames } from '../../model/call-frame.ts'

/** Some nodes answer any tracer with struct logs, silently: only a call with a type and a sender is a call. */
export const isCallTrace = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'type' in answer && 'from' in answer

/** Deeper than the EVM calls. */
const DEEPEST = 1_100

/** Frames out of the answer of geth's `callTracer`: calls within calls. */
export function callTracerFrames(answer: unknown): TransactionFrames {
  const root = object(answer, 'a call trace')
  const frames: CallFrame[] = []
  walk(root, 1, frames)
  return {
    error: frameError(root.error),
    output: typeof root.output === 'string' ? root.output : null,
    frames,
  }
}

function walk(parent: Json, depth: number, into: CallFrame[]) {
  if (parent.calls === undefined || parent.calls === null || depth > DEEPEST) return
  for (const each of list(parent.calls, 'the calls of a call')) {
    const call = object(each, 'a call')
    into.push(frame(call, depth))
    walk(call, depth + 1, into)
  }
}

function frame(call: Json, depth: number): CallFrame {
  const type = frameType(String(call.type))
  const error = frameError(call.error)
  const creates = type === 'create' || type === 'create2'
  const to = optional(address, call.to, 'the receiver of a call')
  return {
    depth,
    type,
    from: address(call.from, 'the sender of a call'),
    to: creates ? null : to,
    created: creates && error === null ? to : null,
    value: movesCoins(type) ? (optional(quantity, call.value, 'a value') ?? '0x0') : '0x0',
    gas: optional(quantity, call.gas, 'gas') ?? '0x0',
    error,
  }
}
