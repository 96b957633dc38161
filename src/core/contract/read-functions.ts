/** Asks functions of a contract by `eth_call`. Whatever one of them does, the others have their answers. */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { data as bytesOf, hash, number, object } from '#platform/json-rpc/wire.ts'
import { parseSignature } from '#shared/abi/abi-item.ts'
import type { FindCandidates } from '#shared/abi/candidate.ts'
import { decodeError } from '#shared/abi/decode.ts'
import { decodeParameters, isDecodableHex } from '#shared/abi/decode-values.ts'
import { encodeCall } from '#shared/abi/encode-values.ts'
import { MAX_READ_HEX, type ReadBlock, type ReadResult } from '#shared/rpc/contract/contracts.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { UntrustedNode } from '../check/node-problem.ts'

export interface FunctionCall {
  readonly signature: string
  readonly texts: readonly string[]
}

export interface ReadOptions {
  readonly address: string
  readonly from?: string | undefined
  readonly block: ReadBlock
  /** Names what it reverts with. */
  readonly find: FindCandidates
  /** A function that says nothing for so long is given up. */
  readonly timeoutMs?: number
}

/** Size of an answer: as much as is decoded, in hex, and the JSON around it. */
const MAX_BYTES = 2 * 1024 * 1024 + 1_000
const TIMEOUT_MS = 10_000
/** Length of the message of a node. */
const MAX_MESSAGE_LENGTH = 200

/** The newest where no height is given. */
export async function readBlock(node: NodeConnection, height: number | undefined): Promise<ReadBlock> {
  const tag = height === undefined ? 'latest' : `0x${height.toString(16)}`
  const answer = await node.request('eth_getBlockByNumber', [tag, false])
  if (answer === null && height !== undefined) {
    const head = number(await node.request('eth_blockNumber', []), 'the height')
    throw new UntrustedNode(height > head ? { kind: 'behind', head, height } : { kind: 'pruned', height })
  }
  const block = object(answer, 'a block')
  return { height: number(block.number, 'the height'), hash: hash(block.hash, 'the hash of a block') }
}

export const readFunctions = (
  node: NodeConnection,
  calls: readonly FunctionCall[],
  options: ReadOptions,
): Promise<readonly ReadResult[]> => Promise.all(calls.map((call) => readFunction(node, call, options)))

async function readFunction(
  node: NodeConnection,
  { signature, texts }: FunctionCall,
  { address, from, block, find, timeoutMs = TIMEOUT_MS }: ReadOptions,
): Promise<ReadResult> {
  const item = parseSignature(signature)
  if (item?.kind !== 'function')
    return { outcome: 'not_asked', argument: null, problem: $gettext('This is no function.') }
  const encoded = encodeCall(item, texts)
  if (encoded.data === undefined) return { outcome: 'not_asked', ...encoded }
  const call = { to: address, data: encoded.data, ...(from !== undefined && { from }) }
  try {
    const result = await node.request('eth_call', [call, `0x${block.height.toString(16)}`], {
      priority: 'visible',
      timeoutMs,
      maxBytes: MAX_BYTES,
    })
    const data = bytesOf(result, 'what a call returned')
    if (!item.outputs) return { outcome: 'untyped', ...given(data) }
    if (data === '0x' && item.outputs.length > 0) return { outcome: 'no_data' }
    const decoded = isDecodableHex(data) ? decodeParameters(item.outputs, data.slice(2), false) : null
    return decoded
      ? { outcome: 'values', values: decoded.values, ...given(data) }
      : { outcome: 'unfit', ...given(data) }
  } catch (error) {
    return failureOf(error, address, find, timeoutMs / 1_000)
  }
}

const given = (data: string) => ({ data: data.slice(0, MAX_READ_HEX), bytes: (data.length - 2) / 2 })

/** Throws what is wrong with the node, and not with this call. */
function failureOf(error: unknown, address: string, find: FindCandidates, seconds: number): ReadResult {
  if (error instanceof NodeRefusal) {
    const { meaning, isFailedCall, limit } = error
    // A limit that is not named may be of this call: the others may be answered.
    if (limit === 'rate') throw error
    const serverMessage = plainName(error.message, MAX_MESSAGE_LENGTH)
    if (!isFailedCall || meaning === 'gone') return { outcome: 'refused', serverMessage }
    const data = error.data ?? '0x'
    return {
      outcome: 'reverted',
      decoded: decodeError({ to: address, data }, find),
      ...given(data),
      serverMessage,
    }
  }
  if (!(error instanceof NodeFailure)) throw error
  if (error.kind === 'too_large') return { outcome: 'too_large', maxBytes: MAX_BYTES }
  if (error.kind === 'timeout') return { outcome: 'timeout', seconds }
  throw error
}
