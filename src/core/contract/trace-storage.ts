/** Asks a node for the changes of a transaction in storage, and for calls and logs, which are needed to name them. */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import {
  address,
  anyData,
  hash as hashOf,
  number,
  object,
  quantity,
  readable,
  textOf,
  WrongValue,
} from '#platform/json-rpc/wire.ts'
import { isRecord } from '#shared/is-record.ts'
import type { ReadBlock } from '#shared/rpc/contract/contracts.ts'
import { UntrustedNode } from '../check/node-problem.ts'
import type { SeenKeys } from './name-slots.ts'
import { readBlock } from './read-functions.ts'
import { seenKeys, SMALL_NUMBERS } from './seen-keys.ts'
import { readStorageDiff } from './storage-diff.ts'

/** One answer has thousands of slots, with the code of the contracts around them. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const MAX_FRAMES = 2_000
const MAX_LOGS = 1_000

interface StorageTrace extends ReturnType<typeof readStorageDiff> {
  readonly block: ReadBlock
  /** The contract that was called. */
  readonly to: string | null
  /** By contract: the other contracts whose code it ran on its own storage, in order. */
  readonly ran: ReadonlyMap<string, readonly string[]>
  readonly keys: SeenKeys
}

export async function traceStorage(node: NodeConnection, hash: string): Promise<StorageTrace> {
  const transaction = await node.request('eth_getTransactionByHash', [hash])
  if (transaction === null) throw new UntrustedNode({ kind: 'no_transaction' })
  const given = object(transaction, 'a transaction')
  const receipt = await node.request('eth_getTransactionReceipt', [hash])
  const { blockNumber, blockHash, logs, transactionHash } = object(receipt ?? {}, 'a receipt')
  if (blockNumber == null) throw new UntrustedNode({ kind: 'pending' })
  for (const said of [given.hash, transactionHash])
    if (hashOf(said, 'the hash of a transaction') !== hash.toLowerCase())
      throw new WrongValue('the hash of the transaction', 'the one that was asked for')
  const height = number(blockNumber, 'the height of a block')
  const [diff, calls] = await Promise.all([askDiff(node, hash, height), askCalls(node, hash)])
  const block = await readBlock(node, height)
  // The node may have moved to another branch meanwhile.
  if (block.hash !== hashOf(blockHash, 'the hash of a block')) throw new UntrustedNode({ kind: 'unknown' })
  const from = address(given.from, 'the sender')
  const { changed, ended } = readStorageDiff(diff, {
    ...{ from, nonce: number(given.nonce, 'the nonce') },
    isCounted: /^(?:|0x0?[0-4])$/.test(textOf(given.type)),
  })
  const frames = framesOf(calls)
  const to = readable(address, given.to)
  const input = readable(anyData, given.input) ?? '0x'
  return {
    ...{ block, to, changed, ended, ran: codeOf(frames) },
    keys: seenKeys(
      wordsOf([from, to], frames, logs, changed),
      dataOf([input, ...frames.map((one) => one.input)], logs),
    ),
  }
}

async function askDiff(node: NodeConnection, hash: string, height: number): Promise<unknown> {
  const tracer = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
  try {
    return await node.request('debug_traceTransaction', [hash, tracer], { maxBytes: MAX_ANSWER_BYTES })
  } catch (error) {
    if (!(error instanceof NodeRefusal) || error.meaning === 'refused') throw error
    throw new UntrustedNode(error.meaning === 'gone' ? { kind: 'pruned', height } : { kind: 'no_tracer' })
  }
}

/** Null where the node does not say: it is needed for names only. */
async function askCalls(node: NodeConnection, hash: string): Promise<unknown> {
  try {
    return await node.request('debug_traceTransaction', [hash, { tracer: 'callTracer' }], {
      maxBytes: MAX_ANSWER_BYTES,
    })
  } catch (error) {
    if (error instanceof NodeRefusal || error instanceof NodeFailure) return null
    throw error
  }
}

interface Frame {
  readonly isDelegated: boolean
  readonly from: string | null
  readonly to: string | null
  readonly input: string
}

function framesOf(calls: unknown): readonly Frame[] {
  const frames: Frame[] = []
  const waiting: unknown[] = [calls]
  while (frames.length < MAX_FRAMES && waiting.length > 0) {
    const call = waiting.pop()
    // All that is inside of a failed call was undone.
    if (!isRecord(call) || textOf(call.error) !== '') continue
    frames.push({
      isDelegated: call.type === 'DELEGATECALL' || call.type === 'CALLCODE',
      from: readable(address, call.from),
      to: readable(address, call.to),
      input: readable(anyData, call.input) ?? '0x',
    })
    const inside: readonly unknown[] = Array.isArray(call.calls) ? call.calls : []
    waiting.push(...inside.slice(0, MAX_FRAMES).reverse())
  }
  return frames
}

function codeOf(frames: readonly Frame[]): StorageTrace['ran'] {
  const ran = new Map<string, string[]>()
  for (const { isDelegated, from, to } of frames) {
    const known = from === null ? undefined : (ran.get(from) ?? [])
    if (!isDelegated || from === null || to === null || to === from || !known || known.includes(to)) continue
    ran.set(from, [...known, to])
  }
  return ran
}

const logsOf = (logs: unknown) =>
  (Array.isArray(logs) ? logs.slice(0, MAX_LOGS) : []).filter((log: unknown) => isRecord(log))

function* wordsOf(
  first: readonly (string | null)[],
  frames: readonly Frame[],
  logs: unknown,
  changed: StorageTrace['changed'],
) {
  yield* SMALL_NUMBERS
  for (const party of first) if (party !== null) yield party.slice(2)
  for (const log of logsOf(logs))
    for (const topic of Array.isArray(log.topics) ? log.topics.slice(1, 4) : []) {
      const word = readable(quantity, topic)
      if (word !== null) yield word.slice(2)
    }
  for (const { from, to } of frames) for (const party of [from, to]) if (party !== null) yield party.slice(2)
  for (const slots of changed.values()) for (const words of slots.values()) yield* words
}

function* dataOf(inputs: readonly string[], logs: unknown) {
  for (const log of logsOf(logs)) yield (readable(anyData, log.data) ?? '0x').slice(2)
  for (const input of inputs) yield input.slice(10)
}
