import type { FrameMethod } from '#shared/node-status.ts'
import type { CallOptions, NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { Call } from '#platform/json-rpc/rpc-transport.ts'
import { NodeFailure, NodeRefusal, type RefusalMeaning } from '#platform/json-rpc/node-failure.ts'
import { toHexQuantity } from '../read-chain.ts'
import { quantity } from '#platform/json-rpc/wire.ts'
import { callTracerFrames, isCallTrace } from './call-tracer-frames.ts'
import {
  type MoreTransactions,
  type TracedBlock,
  type TracedTransaction,
  type TransactionFrames,
  movesCoins,
  revertedFrames,
  namedSelfDestructs,
} from '../../model/call-frame.ts'
import { parityFrames } from './parity-frames.ts'
import { isStructLogs, structLogFrames, type UnvaluedFrames } from './struct-log-frames.ts'

/**
 * Frames of each transaction of a block. `unavailable`: the node no longer has them, and has said so twice.
 * `unsupported`: it never does. `refused`: it does not give them now. Of an index that is kept for some addresses, where
 * the node traces whole blocks: transactions whose frames belong into it as well.
 */
export type FramesResult =
  readonly TransactionFrames[] | MoreTransactions | 'unavailable' | 'unsupported' | 'refused'

const CALL_TRACER = { tracer: 'callTracer' }
/** Without memory and storage, which can make a response of hundreds of megabytes. */
const STRUCT_LOGS = {
  disableStorage: true,
  disableMemory: true,
  enableMemory: false,
  enableReturnData: false,
}

/**
 * Reads call frames with the best method a node has: trace_block, debug_traceBlock where it is faster, else
 * debug_traceTransaction with the call tracer, else the EVM steps (struct logs). The first read detects the method.
 */
export class FrameReader {
  readonly isOff: boolean
  readonly #connection: NodeConnection
  #method: FrameMethod | null = null
  #tracesBlocks: boolean | null = null
  /** Whether the call tracer was timed by block against by transaction. */
  #isMeasured = false

  /** `isOff`: nothing is asked, as of a node that gives no frames. */
  constructor(connection: NodeConnection, { isOff = false }: { readonly isOff?: boolean } = {}) {
    this.#connection = connection
    this.isOff = isOff
    if (isOff) this.#method = 'none'
  }

  get method(): FrameMethod | null {
    return this.#method
  }

  /** Whether one request gives all calls of a block, whatever of it the index has; null where it is not known yet. */
  get tracesBlocks(): boolean | null {
    return this.#method === 'trace_block' ? true : this.#tracesBlocks
  }

  /**
   * Reads the frames of several blocks, in order: many with one request if the node traces by block. Throws as `read`.
   */
  async readMany(blocks: readonly TracedBlock[], options?: CallOptions): Promise<FramesResult[]> {
    const parts = Array.from({ length: Math.ceil(blocks.length / BLOCKS_TOGETHER) }, (_, part) =>
      blocks.slice(part * BLOCKS_TOGETHER, (part + 1) * BLOCKS_TOGETHER),
    )
    const results = await Promise.all(parts.map((part) => this.#readTogether(part, options)))
    return results.flat()
  }

  async #readTogether(blocks: readonly TracedBlock[], options?: CallOptions): Promise<FramesResult[]> {
    const isOne = blocks.length === 1 || !this.#connection.batches
    const found = isOne || this.#method !== 'trace_block' ? [] : await this.#traceBlocks(blocks, options)
    const results = blocks.map(async (block, index) => {
      const first = found[index] ?? 'unsupported'
      if (first === 'unsupported') return this.read(block, options)
      // A node that says it no longer has the frames is asked twice.
      return first === 'unavailable' ? this.#readOnce(block, options) : first
    })
    return Promise.all(results)
  }

  /** `unsupported` for a block that is to be asked for by itself; nothing where the node does not answer so much at once. */
  async #traceBlocks(
    blocks: readonly TracedBlock[],
    options?: CallOptions,
  ): Promise<readonly FramesResult[]> {
    const calls = blocks.map(({ number }) => ({ method: 'trace_block', params: [toHexQuantity(number)] }))
    try {
      const answers = await this.#connection.many(calls, { ...options, maxBytes: MAX_BYTES_TOGETHER })
      return blocks.map((block, index) => {
        const answer = answers[index]
        if (answer instanceof NodeRefusal) return RESULT_OF[answer.meaning]
        return answer ? framesIn(answer.result, block) : 'unsupported'
      })
    } catch (error) {
      if (error instanceof NodeFailure && !error.isOfConnection) return []
      throw error
    }
  }

  /** Throws NodeFailure where the node is away. */
  async read(block: TracedBlock, options?: CallOptions): Promise<FramesResult> {
    const first = await this.#readOnce(block, options)
    return first === 'unavailable' ? this.#readOnce(block, options) : first
  }

  async #readOnce(block: TracedBlock, options?: CallOptions): Promise<FramesResult> {
    if (this.#method === 'none') return 'unsupported'
    if (block.transactions.length === 0 && this.tracesBlocks === false) return []
    if (this.#method === null) return this.#detectMethod(block, options)
    const result = await this.#attempt(this.#method, block, options)
    if (result !== 'unsupported') return result
    // Another node responds at this URL now: detect its method.
    this.#method = null
    return this.#detectMethod(block, options)
  }

  /** Tries the methods from best to worst. The first that gives frames is kept, unless a better one was refused. */
  async #detectMethod(block: TracedBlock, options?: CallOptions): Promise<FramesResult> {
    const without = new Set<FramesResult>()
    for (const method of ['trace_block', 'debug_traceTransaction', 'struct_logs'] as const) {
      const result = await this.#attempt(method, block, options)
      if (typeof result !== 'string') {
        if (!without.has('refused')) this.#method = method
        return result
      }
      without.add(result)
      if (method === 'trace_block') this.#tracesBlocks = result === 'unsupported' ? false : null
      // Nothing of the block is in the index: there is nothing to try the others with.
      if (block.transactions.length === 0) return result === 'unsupported' ? [] : result
    }
    if (without.has('refused')) return 'refused'
    // The node may still have the traces of other blocks.
    if (without.has('unavailable')) return 'unavailable'
    this.#method = 'none'
    return 'unsupported'
  }

  async #attempt(
    method: Exclude<FrameMethod, 'none'>,
    block: TracedBlock,
    options?: CallOptions,
  ): Promise<FramesResult> {
    try {
      return named(await this.#trace(method, block, options), block)
    } catch (error) {
      if (error instanceof NodeRefusal) return RESULT_OF[error.meaning]
      if (error instanceof OtherMethod) return 'unsupported'
      if (error instanceof NodeFailure && !error.isOfConnection) return 'refused'
      throw error
    }
  }

  async #trace(
    method: Exclude<FrameMethod, 'none'>,
    block: TracedBlock,
    options?: CallOptions,
  ): Promise<FramesResult> {
    switch (method) {
      case 'trace_block':
        return (await this.#traceBlock(block, options)) ?? 'unavailable'
      case 'debug_traceBlock':
        return (await this.#traceBlockByTracer(block, options)) ?? 'refused'
      case 'debug_traceTransaction':
        return this.#method === null
          ? this.#callTracer(block, options)
          : this.#timedCallTracer(block, options)
      case 'struct_logs':
        return this.#structLogs(block, options)
    }
  }

  async #traceBlock(block: TracedBlock, options?: CallOptions) {
    const traces = await this.#connection.request('trace_block', [toHexQuantity(block.number)], options)
    return parityFrames(traces, block)
  }

  async #callTracer(block: TracedBlock, options?: CallOptions) {
    return this.#traceEach(block, CALL_TRACER, options, (trace) => {
      // Some nodes give their steps, whichever tracer is named.
      if (isStructLogs(trace)) throw new OtherMethod()
      if (!isCallTrace(trace)) throw new NodeFailure('garbage', 'the trace of a transaction is none')
      return callTracerFrames(trace)
    })
  }

  /** Switches to tracing by block if that is faster: on some nodes it takes minutes instead of seconds. */
  async #timedCallTracer(block: TracedBlock, options?: CallOptions) {
    if (this.#isMeasured || block.transactions.length < MIN_TRANSACTIONS_TO_TIME)
      return this.#callTracer(block, options)
    const start = performance.now()
    const oneByOne = await this.#callTracer(block, options)
    const middle = performance.now()
    this.#isMeasured = true
    try {
      const timeoutMs = Math.max(MIN_TIMEOUT_MS, 2 * (middle - start))
      const traced = await this.#traceBlockByTracer(block, { ...options, timeoutMs })
      if (traced !== null && performance.now() - middle <= middle - start) this.#method = 'debug_traceBlock'
    } catch (error) {
      if (error instanceof NodeFailure && error.kind === 'closed') throw error
    }
    return oneByOne
  }

  /** `null` where the response is not of this block's transactions. */
  async #traceBlockByTracer(block: TracedBlock, options?: CallOptions) {
    const traces = await this.#connection.request(
      'debug_traceBlockByNumber',
      [toHexQuantity(block.number), CALL_TRACER],
      options,
    )
    if (!Array.isArray(traces)) return null
    const byHash = new Map(
      traces.map((each: { txHash?: unknown; result?: unknown }, index) => [
        typeof each.txHash === 'string' ? each.txHash : block.transactions[index]?.hash,
        'result' in each ? each.result : each,
      ]),
    )
    const results = block.transactions.map(({ hash }) => byHash.get(hash))
    return results.every(isCallTrace) ? results.map(callTracerFrames) : null
  }

  async #structLogs(block: TracedBlock, options?: CallOptions) {
    const traced = await this.#traceEach(block, STRUCT_LOGS, options, (trace, transaction) => {
      // Some nodes record no steps unless started with an option for it: the list is empty although code ran.
      if (isStructLogs(trace) && trace.structLogs.length === 0 && ranCode(transaction))
        throw new OtherMethod()
      return structLogFrames(trace, transaction)
    })
    const parent = toHexQuantity(Math.max(0, block.number - 1))
    return valueSelfDestructs(block, traced, async (address) =>
      BigInt(
        quantity(await this.#connection.request('eth_getBalance', [address, parent], options), 'a balance'),
      ),
    )
  }

  /** One request for each transaction that ran code. */
  async #traceEach<Frames extends TransactionFrames>(
    block: TracedBlock,
    tracer: object,
    options: CallOptions | undefined,
    parse: (trace: unknown, transaction: TracedTransaction) => Frames,
  ): Promise<readonly (Frames | typeof NO_FRAMES)[]> {
    const traced = block.transactions.filter((transaction) => !isPlainTransfer(transaction))
    const calls: Call[] = traced.map(({ hash }) => ({
      method: 'debug_traceTransaction',
      params: [hash, tracer],
    }))
    const responses = await this.#connection.many(calls, options)
    const refusal = responses.find((response) => response instanceof NodeRefusal)
    if (refusal) throw refusal
    const byHash = new Map(traced.map(({ hash }, index) => [hash, responses[index]]))
    return block.transactions.map((transaction) => {
      const response = byHash.get(transaction.hash)
      return response && 'result' in response ? parse(response.result, transaction) : NO_FRAMES
    })
  }
}

/** Blocks whose traces are asked for with one request, and how long its answer may be. */
const BLOCKS_TOGETHER = 32
const MAX_BYTES_TOGETHER = 16 * 1024 * 1024

function framesIn(traces: unknown, block: TracedBlock): FramesResult {
  try {
    return named(parityFrames(traces, block) ?? 'unavailable', block)
  } catch (error) {
    if (error instanceof NodeFailure) return 'refused'
    throw error
  }
}

const named = (result: FramesResult, { transactions }: TracedBlock): FramesResult =>
  Array.isArray(result)
    ? (result as readonly TransactionFrames[]).map((traced, index) => {
        const { to = null, created = null } = transactions[index] ?? {}
        return { ...traced, frames: namedSelfDestructs(traced.frames, to ?? created) }
      })
    : result

/** With fewer transactions the comparison says nothing. */
const MIN_TRANSACTIONS_TO_TIME = 8
const MIN_TIMEOUT_MS = 1_000

const NO_FRAMES = { error: null, output: null, frames: [] } as const satisfies TransactionFrames

const isPlainTransfer = (transaction: TracedTransaction) =>
  transaction.gasUsed === 21_000 && transaction.succeeded && transaction.to !== null

const ranCode = (transaction: TracedTransaction) =>
  transaction.logs > 0 || transaction.created !== null || transaction.succeeded === false

/** The result is that of another method: the node does not have this one. */
class OtherMethod extends Error {}

const RESULT_OF = {
  unsupported: 'unsupported',
  gone: 'unavailable',
  refused: 'refused',
} as const satisfies Record<RefusalMeaning, FramesResult>

/**
 * Fills in the coins that self-destructing contracts held: their balance before the block, and the movements since.
 * `balanceBefore` gives the coin balance of an address at the end of the parent block, in wei.
 */
async function valueSelfDestructs(
  block: TracedBlock,
  traced: readonly UnvaluedFrames[],
  balanceBefore: (address: string) => Promise<bigint>,
): Promise<readonly TransactionFrames[]> {
  const wanted = new Set(
    traced.flatMap(({ frames }) => frames.filter((frame) => frame.valueUnknown).map((frame) => frame.from)),
  )
  if (wanted.size === 0) return traced
  const balances = new Map<string, bigint>()
  for (const address of wanted) balances.set(address, await balanceBefore(address))
  const move = (from: string, to: string | null, value: bigint) => {
    const [sender, receiver] = [balances.get(from), to === null ? undefined : balances.get(to)]
    if (sender !== undefined) balances.set(from, sender - value)
    if (receiver !== undefined && to !== null) balances.set(to, (balances.get(to) ?? 0n) + value)
  }
  return traced.map((transaction, index) => {
    const of = block.transactions[index]
    if (of?.succeeded) move(of.from, of.to ?? of.created, of.value)
    const reverted = revertedFrames(transaction.frames)
    const frames = transaction.frames.map(({ valueUnknown, ...frame }, at) => {
      const value = valueUnknown ? (balances.get(frame.from) ?? 0n) : BigInt(frame.value)
      if (of?.succeeded && !reverted[at] && movesCoins(frame.type))
        move(frame.from, frame.to ?? frame.created, value)
      return valueUnknown ? { ...frame, value: `0x${value.toString(16)}` } : frame
    })
    return { ...transaction, frames }
  })
}
