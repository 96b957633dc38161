import type { FrameMethod } from '#shared/node-status.ts'
import type { CallOptions, NodeConnection } from '../node-connection.ts'
import type { Call } from '../rpc-transport.ts'
import { NodeFailure, NodeRefusal } from '../node-failure.ts'
import { toHexQuantity } from '../read-chain.ts'
import { callTracerFrames, isCallTrace } from './call-tracer-frames.ts'
import type { TracedBlock, TracedTransaction, TransactionFrames } from '../../model/call-frame.ts'
import { parityFrames } from './parity-frames.ts'
import { valueSelfDestructs } from './self-destruct-values.ts'
import { isStructLogs, structLogFrames } from './struct-log-frames.ts'

/** Frames of each transaction of a block. `unavailable`: the node no longer has them. `unsupported`: it never does. */
export type FramesResult = readonly TransactionFrames[] | 'unavailable' | 'unsupported'

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
  readonly #connection: NodeConnection
  #method: FrameMethod | null = null
  /** Whether the call tracer was timed by block against by transaction. */
  #isMeasured = false

  constructor(connection: NodeConnection) {
    this.#connection = connection
  }

  get method(): FrameMethod | null {
    return this.#method
  }

  async read(block: TracedBlock, options?: CallOptions): Promise<FramesResult> {
    try {
      switch (this.#method) {
        case 'none':
          return 'unsupported'
        case 'trace_block':
          return (await this.#traceBlock(block, options)) ?? 'unavailable'
        case 'debug_traceBlock':
          return await this.#traceBlockByTracer(block, options)
        case 'debug_traceTransaction':
          return await this.#timedCallTracer(block, options)
        case 'struct_logs':
          return await this.#structLogs(block, options)
        case null:
          return await this.#detectMethod(block, options)
      }
    } catch (error) {
      if (error instanceof StateGone || error instanceof NodeRefusal) return 'unavailable'
      if (!(error instanceof WrongShape)) throw error
      // Another node responds at this URL now: detect its method.
      this.#method = null
      return this.#detectMethod(block, options)
    }
  }

  /** Tries the methods from best to worst; the first result of the right shape decides. */
  async #detectMethod(block: TracedBlock, options?: CallOptions): Promise<FramesResult> {
    const methods = [
      ['trace_block', () => this.#traceBlock(block, options)],
      ['debug_traceTransaction', () => this.#callTracer(block, options)],
      ['struct_logs', () => this.#structLogs(block, options)],
    ] as const
    let isGone = false
    for (const [method, trace] of methods) {
      try {
        const frames = await trace()
        if (frames !== null) {
          this.#method = method
          return frames
        }
        isGone = true
      } catch (error) {
        if (error instanceof StateGone) isGone = true
        else if (!(error instanceof WrongShape) && !(error instanceof NodeRefusal)) throw error
      }
    }
    // The node may still have the traces of other blocks.
    if (isGone) return 'unavailable'
    this.#method = 'none'
    return 'unsupported'
  }

  async #traceBlock(block: TracedBlock, options?: CallOptions) {
    const traces = await this.#request('trace_block', [toHexQuantity(block.number)], options)
    if (!Array.isArray(traces)) throw new WrongShape()
    return parityFrames(traces, block)
  }

  async #callTracer(block: TracedBlock, options?: CallOptions) {
    return this.#traceEach(block, CALL_TRACER, options, (trace) => {
      if (!isCallTrace(trace)) throw new WrongShape()
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
      await this.#traceBlockByTracer(block, { ...options, timeoutMs })
      if (performance.now() - middle <= middle - start) this.#method = 'debug_traceBlock'
    } catch (error) {
      if (error instanceof NodeFailure && error.kind === 'closed') throw error
    }
    return oneByOne
  }

  async #traceBlockByTracer(block: TracedBlock, options?: CallOptions) {
    const traces = await this.#request(
      'debug_traceBlockByNumber',
      [toHexQuantity(block.number), CALL_TRACER],
      options,
    )
    if (!Array.isArray(traces)) throw new WrongShape()
    const byHash = new Map(
      traces.map((each: { txHash?: unknown; result?: unknown }, index) => [
        typeof each.txHash === 'string' ? each.txHash : block.transactions[index]?.hash,
        'result' in each ? each.result : each,
      ]),
    )
    const results = block.transactions.map(({ hash }) => byHash.get(hash))
    if (!results.every(isCallTrace)) throw new WrongShape()
    return results.map(callTracerFrames)
  }

  async #structLogs(block: TracedBlock, options?: CallOptions) {
    const traced = await this.#traceEach(block, STRUCT_LOGS, options, (trace, transaction) => {
      if (!isStructLogs(trace)) throw new WrongShape()
      // Some nodes record no steps unless started with an option for it: the list is empty although code ran.
      if (trace.structLogs.length === 0 && ranCode(transaction)) throw new WrongShape()
      return structLogFrames(trace, transaction)
    })
    const parent = toHexQuantity(Math.max(0, block.number - 1))
    return valueSelfDestructs(block, traced, async (address) =>
      BigInt(String(await this.#connection.request('eth_getBalance', [address, parent], options))),
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
    if (refusal) throw refusal.isStateGone ? new StateGone() : refusal
    const byHash = new Map(traced.map(({ hash }, index) => [hash, responses[index]]))
    return block.transactions.map((transaction) => {
      const response = byHash.get(transaction.hash)
      return response && 'result' in response ? parse(response.result, transaction) : NO_FRAMES
    })
  }

  async #request(method: string, params: readonly unknown[], options?: CallOptions): Promise<unknown> {
    try {
      return await this.#connection.request(method, params, options)
    } catch (error) {
      throw error instanceof NodeRefusal && error.isStateGone ? new StateGone() : error
    }
  }
}

/** With fewer transactions the comparison says nothing. */
const MIN_TRANSACTIONS_TO_TIME = 8
const MIN_TIMEOUT_MS = 1_000

const NO_FRAMES = { error: null, output: null, frames: [] } as const satisfies TransactionFrames

const isPlainTransfer = (transaction: TracedTransaction) =>
  transaction.gasUsed === 21_000 && transaction.succeeded && transaction.to !== null

const ranCode = (transaction: TracedTransaction) =>
  transaction.logs > 0 || transaction.created !== null || !transaction.succeeded

/** The result is not that of this method: the node has something else under the same name. */
class WrongShape extends Error {}
/** The node has the method, but has pruned the state it needs for this block. */
class StateGone extends Error {}
