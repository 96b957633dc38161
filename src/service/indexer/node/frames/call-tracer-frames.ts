import {
  address,
  list,
  object,
  optional,
  quantity,
  readable,
  textOf,
  type Json,
} from '#platform/json-rpc/wire.ts'
import {
  frameError,
  frameType,
  movesCoins,
  type CallFrame,
  type TransactionFrames,
} from '../../model/call-frame.ts'

/** Some nodes ignore the tracer's name and give struct logs: only a call has a type and a sender. */
export const isCallTrace = (trace: unknown): boolean =>
  typeof trace === 'object' && trace !== null && 'type' in trace && 'from' in trace

/** The EVM allows 1,024. */
const MAX_DEPTH = 1_100

/** Frames from the result of geth's `callTracer`: calls nested in calls. */
export function callTracerFrames(trace: unknown): TransactionFrames {
  const root = object(trace, 'a call trace')
  const frames: CallFrame[] = []
  walk(root, 1, frames)
  const error = frameError(root.error)
  const type = frameType(textOf(root.type))
  return {
    error,
    created:
      error === null && (type === 'create' || type === 'create2')
        ? optional(address, root.to, 'a created contract')
        : null,
    output: typeof root.output === 'string' ? root.output : null,
    frames,
  }
}

function walk(parent: Json, depth: number, into: CallFrame[]) {
  if (parent.calls === undefined || parent.calls === null || depth > MAX_DEPTH) return
  for (const each of list(parent.calls, 'the calls of a call')) {
    const call = object(each, 'a call')
    into.push(frame(call, depth))
    walk(call, depth + 1, into)
  }
}

function frame(call: Json, depth: number): CallFrame {
  const type = frameType(textOf(call.type))
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
    gas: readable(quantity, call.gas),
    error,
  }
}
