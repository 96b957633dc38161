import type { FrameWay } from '#shared/node-status.ts'
import type { Call, CallOptions, NodeConnection } from '../node-connection.ts'
import { NodeFailure, NodeRefusal } from '../node-failure.ts'
import { callTracerFrames, isCallTrace } from './call-tracer-frames.ts'
import type { TracedBlock, TracedTransaction, TransactionFrames } from '../../model/call-frame.ts'
import { parityFrames } from './parity-frames.ts'
import { valueSelfDestructs } from './self-destruct-values.ts'
import { isStructLogs, structLogFrames } from './struct-log-frames.ts'

/** Frames of each transaction of a block; `unavailable`: this node no longer has them; `unsupported`: it never does. */
export type FramesAnswer = readonly TransactionFrames[] | 'unavailable' | 'unsupported'

const hex = (height: number) => `0x${height.toString(16)}`
const CALL_TRACER = { tracer: 'callTracer' }
/** Steps without what they are not needed for: memory and storage make answers of hundreds of megabytes. */
const STEPS = { disableStorage: true, disableMemory: true, enableMemory: false, enableReturnData: false }

/**
 * Asks a node for call frames in the best way it has: trace_block, debug_traceBlock where it is fast, debug_traceTransaction
 * with the call tracer, the steps of the virtual machine. Which one it is shows in the answers to the first block asked for.
 */
export class FrameSource {
  readonly #connection: NodeConnection
  #way: FrameWay | null = null
  /** The call tracer works; whether by block or by transaction is faster is not yet known. */
  #measured = false

  constructor(connection: NodeConnection) {
    this.#connection = connection
  }

  get way(): FrameWay | null {
    return this.#way
  }

  async read(block: TracedBlock, options?: CallOptions): Promise<FramesAnswer> {
    try {
      switch (this.#way) {
        case 'none':
          return 'unsupported'
        case 'trace_block':
          return (await this.#traceBlock(block, options)) ?? 'unavailable'
        case 'debug_traceBlock':
          return await this.#debugBlock(block, options)
        case 'debug_traceTransaction':
          return await this.#measuredCallTracer(block, options)
        case 'struct_logs':
          return await this.#structLogs(block, options)
        case null:
          return await this.#findWay(block, options)
      }
    } catch (error) {
      if (error instanceof StateGone || error instanceof NodeRefusal) return 'unavailable'
      if (!(error instanceof WrongShape)) throw error
      // Another node behind the same address: what it can do is found out anew.
      this.#way = null
      return this.#findWay(block, options)
    }
  }

  /** Down the ladder; a rung holds where its answer has the right shape. */
  async #findWay(block: TracedBlock, options?: CallOptions): Promise<FramesAnswer> {
    const rungs = [
      ['trace_block', () => this.#traceBlock(block, options)],
      ['debug_traceTransaction', () => this.#callTracer(block, options)],
      ['struct_logs', () => this.#structLogs(block, options)],
    ] as const
    let gone = false
    for (const [way, ask] of rungs) {
      try {
        const frames = await ask()
        if (frames !== null) {
          this.#way = way
          return frames
        }
        gone = true
      } catch (error) {
        if (error instanceof StateGone) gone = true
        else if (!(error instanceof WrongShape) && !(error instanceof NodeRefusal)) throw error
      }
    }
    // A node that has lost the traces of this block may have those of another.
    if (gone) return 'unavailable'
    this.#way = 'none'
    return 'unsupported'
  }

  async #traceBlock(block: TracedBlock, options?: CallOptions) {
    const answer = await this.#ask('trace_block', [hex(block.number)], options)
    if (!Array.isArray(answer)) throw new WrongShape()
    return parityFrames(answer, block)
  }

  async #callTracer(block: TracedBlock, options?: CallOptions) {
    return this.#askEach(block, CALL_TRACER, options, (answer) => {
      if (!isCallTrace(answer)) throw new WrongShape()
      return callTracerFrames(answer)
    })
  }

  /** By block where that is not slower: on some nodes it takes minutes where one by one takes seconds. */
  async #measuredCallTracer(block: TracedBlock, options?: CallOptions) {
    if (this.#measured || block.transactions.length < WORTH_MEASURING) return this.#callTracer(block, options)
    const start = performance.now()
    const oneByOne = await this.#callTracer(block, options)
    const between = performance.now()
    this.#measured = true
    try {
      const limit = Math.max(MEASURED_MS, 2 * (between - start))
      await this.#debugBlock(block, { ...options, timeoutMs: limit })
      if (performance.now() - between <= between - start) this.#way = 'debug_traceBlock'
    } catch (error) {
      if (error instanceof NodeFailure && error.kind === 'closed') throw error
    }
    return oneByOne
  }

  async #debugBlock(block: TracedBlock, options?: CallOptions) {
    const answer = await this.#ask('debug_traceBlockByNumber', [hex(block.number), CALL_TRACER], options)
    if (!Array.isArray(answer)) throw new WrongShape()
    const byHash = new Map(
      answer.map((each: { txHash?: unknown; result?: unknown }, index) => [
        typeof each.txHash === 'string' ? each.txHash : block.transactions[index]?.hash,
        'result' in each ? each.result : each,
      ]),
    )
    const results = block.transactions.map(({ hash }) => byHash.get(hash))
    if (!results.every(isCallTrace)) throw new WrongShape()
    return results.map(callTracerFrames)
  }

  async #structLogs(block: TracedBlock, options?: CallOptions) {
    const traced = await this.#askEach(block, STEPS, options, (answer, transaction) => {
      if (!isStructLogs(answer)) throw new WrongShape()
      // Some nodes keep no steps unless told to when they start: their answers are empty where code ran.
      if (answer.structLogs.length === 0 && ranCode(transaction)) throw new WrongShape()
      return structLogFrames(answer, transaction)
    })
    const parent = hex(Math.max(0, block.number - 1))
    return valueSelfDestructs(block, traced, async (address) =>
      BigInt(String(await this.#connection.request('eth_getBalance', [address, parent], options))),
    )
  }

  /** One question for each transaction that ran code. */
  async #askEach<Frames extends TransactionFrames>(
    block: TracedBlock,
    tracer: object,
    options: CallOptions | undefined,
    read: (answer: unknown, transaction: TracedTransaction) => Frames,
  ): Promise<readonly (Frames | typeof NO_FRAMES)[]> {
    const asked = block.transactions.filter((transaction) => !isPlainTransfer(transaction))
    const calls: Call[] = asked.map(({ hash }) => ({
      method: 'debug_traceTransaction',
      params: [hash, tracer],
    }))
    const answers = await this.#connection.many(calls, options)
    const refused = answers.find((answer) => answer instanceof NodeRefusal)
    if (refused) throw refused.isStateGone ? new StateGone() : refused
    const byHash = new Map(asked.map(({ hash }, index) => [hash, answers[index]]))
    return block.transactions.map((transaction) => {
      const answer = byHash.get(transaction.hash)
      return answer && 'result' in answer ? read(answer.result, transaction) : NO_FRAMES
    })
  }

  async #ask(method: string, params: readonly unknown[], options?: CallOptions): Promise<unknown> {
    try {
      return await this.#connection.request(method, params, options)
    } catch (error) {
      throw error instanceof NodeRefusal && error.isStateGone ? new StateGone() : error
    }
  }
}

/** Fewer transactions tell nothing about which way is faster. */
const WORTH_MEASURING = 8
const MEASURED_MS = 1_000

const NO_FRAMES = { error: null, output: null, frames: [] } as const satisfies TransactionFrames

const isPlainTransfer = (transaction: TracedTransaction) =>
  transaction.gasUsed === 21_000 && transaction.succeeded && transaction.to !== null

const ranCode = (transaction: TracedTransaction) =>
  transaction.logs > 0 || transaction.created !== null || !transaction.succeeded

/** The answer is not what this way gives: the node has something else under this name. */
class WrongShape extends Error {}
/** The method is there; what it needs for this block was pruned. */
class StateGone extends Error {}
