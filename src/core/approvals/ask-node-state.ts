/** Asks a node many things of the state of one block. */
import { AT_ONCE, callContracts, type ContractCall } from '#platform/json-rpc/contract-calls.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeRefusal, type NodeFailure } from '#platform/json-rpc/node-failure.ts'
import type { Call } from '#platform/json-rpc/rpc-transport.ts'
import { anyData, hash, number, object, readable, type Json } from '#platform/json-rpc/wire.ts'
import { throwIfCancelled } from '#shared/errors/failure.ts'
import { UntrustedNode } from '../check/node-problem.ts'

export interface StateBlock {
  readonly height: number
  readonly hash: string
  /** In seconds since 1970. */
  readonly time: number
}

/** Number of calls to ask for before checking whether anybody still waits. */
const PART = 1_000
/** Size of an answer to a batch: an honest answer has a few words for each call. */
const MAX_BYTES = 32 * 1024 * 1024
/** Bytes of an answer that are kept: enough for a number, or a short text. */
const MAX_KEPT_BYTES = 512
/** As many batches as the connection sends at once. */
const BATCHES_AT_ONCE = 6
/** One contract that is never answered for among the others takes seven to be found. */
const MAX_TIMEOUTS = 16

export async function headOf(node: NodeConnection): Promise<StateBlock> {
  const block = object(await node.request('eth_getBlockByNumber', ['latest', false]), 'a block')
  return {
    height: number(block.number, 'the height of a block'),
    hash: hash(block.hash, 'the hash of a block'),
    time: number(block.timestamp, 'the time of a block'),
  }
}

/** The beginning of what each contract returns; undefined if it fails, or returns nothing readable. */
export async function callAll(
  node: NodeConnection,
  calls: readonly ContractCall[],
  block: StateBlock,
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  const results: (string | undefined)[] = []
  const options = {
    block: tagOf(block),
    onRefused(refusal: NodeRefusal) {
      if (refusal.meaning === 'gone') throw new UntrustedNode({ kind: 'pruned', height: block.height })
      throw refusal
    },
  }
  await inParts(calls, BATCHES_AT_ONCE * AT_ONCE, signal, async (part) => {
    let timeouts = 0
    const onTimeout = (failure: NodeFailure) => {
      timeouts += 1
      if (timeouts >= MAX_TIMEOUTS) throw failure
    }
    const batches = Array.from({ length: BATCHES_AT_ONCE }, (_, nth) =>
      part.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
    )
    const answers = await Promise.all(
      batches.map((batch) => callContracts(node, batch, { ...options, onTimeout })),
    )
    for (const answer of answers.flat())
      results.push(
        answer instanceof Uint8Array
          ? `0x${Buffer.from(answer.subarray(0, MAX_KEPT_BYTES)).toString('hex')}`
          : undefined,
      )
  })
  return results
}

/** The times of blocks; those that the node does not give are missing. */
export async function timesOf(node: NodeConnection, heights: readonly number[], signal: AbortSignal) {
  const times = new Map<number, number>()
  await inParts(heights, PART, signal, async (part) => {
    const calls = part.map((height): Call => ({
      method: 'eth_getBlockByNumber',
      params: [`0x${height.toString(16)}`, false],
    }))
    for (const [at, answer] of (await node.many(calls, { maxBytes: MAX_BYTES })).entries()) {
      const block = 'result' in answer && typeof answer.result === 'object' ? answer.result : null
      const time = readable(number, (block as Json | null)?.timestamp)
      if (time !== null) times.set(part[at] ?? 0, time)
    }
  })
  return times
}

const tagOf = ({ height }: StateBlock) => `0x${height.toString(16)}`

/** The code of each address; undefined if the node does not give it. */
export async function codeOfAll(
  node: NodeConnection,
  addresses: readonly string[],
  block: StateBlock,
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  const results: (string | undefined)[] = []
  await inParts(addresses, PART, signal, async (part) => {
    const calls = part.map((address): Call => ({ method: 'eth_getCode', params: [address, tagOf(block)] }))
    for (const answer of await node.many(calls, { maxBytes: MAX_BYTES })) {
      if (!(answer instanceof NodeRefusal)) results.push(readable(anyData, answer.result) ?? undefined)
      else if (answer.meaning === 'gone') throw new UntrustedNode({ kind: 'pruned', height: block.height })
      else if (answer.isFailedCall) results.push(undefined)
      else throw answer
    }
  })
  return results
}

export async function inParts<T>(
  all: readonly T[],
  size: number,
  signal: AbortSignal,
  ask: (part: readonly T[]) => Promise<void>,
) {
  for (let at = 0; at < all.length; at += size) {
    throwIfCancelled(signal)
    await ask(all.slice(at, at + size))
  }
}
