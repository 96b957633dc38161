/** Asks a node for the calls that transactions made. Of their data only the names are kept. */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import type { Call } from '#platform/json-rpc/rpc-transport.ts'
import { address, data, readable, type Json } from '#platform/json-rpc/wire.ts'
import { nameCall } from '#shared/abi/decode.ts'
import type { FindCandidates } from '#shared/abi/candidate.ts'
import type { ApprovalCall } from '#shared/rpc/contract/approvals.ts'
import { inParts } from './ask-node-state.ts'

interface CallsAsking {
  readonly node: NodeConnection
  readonly signal: AbortSignal
  readonly find: FindCandidates
}

/** Number of calls to ask for before checking whether anybody still waits. */
const PART = 500
/** An input is long at times. */
const MAX_BYTES = 64 * 1024 * 1024

/** By hash of a transaction. Those that the node does not give are missing, and all after a part that failed. */
export async function callsOf(
  { node, signal, find }: CallsAsking,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, ApprovalCall>> {
  const calls = new Map<string, ApprovalCall>()
  const ask = async (part: readonly string[]) => {
    const requests = part.map((hash): Call => ({ method: 'eth_getTransactionByHash', params: [hash] }))
    for (const [at, answer] of (await node.many(requests, { maxBytes: MAX_BYTES })).entries()) {
      const given = (
        'result' in answer && typeof answer.result === 'object' ? answer.result : null
      ) as Json | null
      const from = readable(address, given?.from)
      const hash = part[at]
      if (from === null || hash === undefined) continue
      const [to, input] = [readable(address, given?.to), readable(data, given?.input) ?? '0x']
      calls.set(hash, { from, to, method: methodOf(to, input, find) })
    }
  }
  await unlessNodeFails(() => inParts([...new Set(hashes)], PART, signal, ask), undefined, signal)
  return calls
}

/** When and by whom is said beside the approvals: a node that does not tell it still tells those. */
export async function unlessNodeFails<T>(ask: () => Promise<T>, other: T, signal: AbortSignal): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!signal.aborted && (error instanceof NodeFailure || error instanceof NodeRefusal)) return other
    throw error
  }
}

const SELECTOR_LENGTH = 10

function methodOf(to: string | null, input: string, find: FindCandidates): string | null {
  if (input.length < SELECTOR_LENGTH) return null
  return nameCall({ to, input }, find)?.name ?? input.slice(0, SELECTOR_LENGTH)
}
