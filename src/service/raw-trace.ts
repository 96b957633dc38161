/** Calls nested in calls as `raw-trace` gives them: one flat list, each frame with its path of child numbers. */
import type { WireItem } from './chain-reader.ts'

export interface TracedLog {
  readonly address: string
  readonly topics: readonly string[]
  /** Null if it can't be read, here as in a call. */
  readonly data: string | null
  /** In the block. */
  readonly index: number | null
  /** How many calls of its own the frame had made before. */
  readonly position: number | null
}

/** Quantities are hex. */
export interface TracedCall {
  readonly type: string
  readonly from: string
  /** For a creation the new contract, for a self-destruct the address that gets the coins. */
  readonly to: string | null
  readonly value: string | null
  readonly gas: string | null
  readonly gasUsed: string | null
  readonly input: string | null
  /** The returned data, also for a revert. */
  readonly output: string | null
  readonly error: string | null
  /** Null where it is not known which call made which. */
  readonly logs: readonly TracedLog[] | null
  readonly calls: readonly TracedCall[]
}

/**
 * `logs` is ours: the API has no field that tells which call made which log. Parity gives a failed call no result; newer
 * nodes do, and without it nobody knows why it failed.
 */
export function rawTrace(transactionHash: string, root: TracedCall): WireItem[] {
  const frames: WireItem[] = []
  const add = (call: TracedCall, traceAddress: readonly number[]) => {
    frames.push({
      ...describe(call),
      ...(call.error === null ? {} : { error: call.error }),
      subtraces: call.calls.length,
      traceAddress,
      transactionHash,
      ...(call.logs && { logs: call.logs }),
    })
    call.calls.forEach((inner, index) => {
      add(inner, [...traceAddress, index])
    })
  }
  add(root, [])
  return frames
}

function describe({ type, from, to, value, gas, gasUsed, input, output, error }: TracedCall): WireItem {
  if (type === 'selfdestruct')
    return { type, action: { address: from, refundAddress: to, balance: value }, result: null }
  if (type !== 'create' && type !== 'create2')
    return {
      type: 'call',
      action: { callType: type, from, to, gas, input, value },
      result: { gasUsed, output },
    }
  return {
    type,
    action: { from, gas, init: input, value, creationMethod: type },
    result: error === null ? { address: to, code: output, gasUsed } : { gasUsed, output },
  }
}
