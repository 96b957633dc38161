/**
 * How nodes answer that are not installed here, made of anvil's answers: what they lack, what they call an unknown method,
 * and where their answers have another shape. The real ones are asked too where they are installed (real-nodes.test.ts).
 */
import { Refused, type Answerer } from './node-proxy.ts'

export interface NodeKind {
  readonly name: string
  /** Given to anvil so that it has what this kind needs. */
  readonly anvilArgs: readonly string[]
  readonly answer: Answerer
  readonly batches: boolean
  readonly expected: {
    readonly frames: RegExp
    readonly balanceChanges: string
    readonly receiptsByBlock: boolean
  }
}

const BY_BLOCK = [
  'eth_getBlockReceipts',
  'trace_block',
  'trace_transaction',
  'debug_traceBlockByNumber',
  'debug_traceBlockByHash',
]
/** A node that has both is asked both ways once, and which is quicker is the machine's business. */
const WHICHEVER_IS_FASTER = /^debug_trace(Block|Transaction)$/
const STEPS = ['--steps-tracing']

const tracerOf = (params: readonly unknown[]) => (params[1] as { tracer?: string } | undefined)?.tracer

export const NODE_KINDS: readonly NodeKind[] = [
  {
    name: 'Hardhat 3: no receipts and no traces by block',
    anvilArgs: [],
    batches: true,
    answer: (method, _params, forward) => {
      if (BY_BLOCK.includes(method)) throw new Refused(-32004, `Method ${method} is not supported`)
      return forward()
    },
    expected: { frames: /^debug_traceTransaction$/, balanceChanges: 'diff', receiptsByBlock: false },
  },
  {
    name: 'Hardhat 2: the default tracer only',
    anvilArgs: STEPS,
    batches: true,
    answer: async (method, params, forward) => {
      if (BY_BLOCK.includes(method)) throw new Refused(-32004, `Method ${method} is not supported`)
      if (method !== 'debug_traceTransaction') return forward()
      if (tracerOf(params) !== undefined) {
        throw new Refused(
          -32602,
          'Hardhat currently only supports the default tracer, so no tracer parameter should be passed.',
        )
      }
      return structLogs(await forward(), (word) => word.replace('0x', '').padStart(64, '0'))
    },
    expected: { frames: /^struct_logs$/, balanceChanges: 'computed', receiptsByBlock: false },
  },
  {
    name: 'ganache: struct logs whatever is asked, logs counted within a transaction, no withdrawals',
    anvilArgs: STEPS,
    batches: true,
    answer: async (method, params, forward) => {
      if (BY_BLOCK.includes(method))
        throw new Refused(-32700, `The method ${method} does not exist/is not available`)
      if (method === 'debug_traceTransaction' && tracerOf(params) === 'prestateTracer') {
        throw new Refused(-32000, 'prestateTracer with diffMode is not supported')
      }
      // Gives its steps for any tracer, and a balance to any request for one.
      if (method === 'debug_traceTransaction') {
        return structLogs(await stepsOf(params, forward), (word) => word, { error: '' })
      }
      const answer = await forward()
      return method === 'eth_getTransactionReceipt' ? countedWithin(answer) : withoutWithdrawals(answer)
    },
    expected: { frames: /^struct_logs$/, balanceChanges: 'computed', receiptsByBlock: false },
  },
  {
    name: 'geth: frames by block, no trace_block, and no list of calls',
    anvilArgs: [],
    batches: false,
    answer: (method, _params, forward) => {
      if (method.startsWith('trace_'))
        throw new Refused(-32601, `the method ${method} does not exist/is not available`)
      return forward()
    },
    expected: { frames: WHICHEVER_IS_FASTER, balanceChanges: 'diff', receiptsByBlock: true },
  },
]

let ask: ((hash: unknown) => Promise<unknown>) | null = null
/** Where the steps of a transaction come from when its kind was asked with a tracer. */
export function stepsFrom(source: (hash: unknown) => Promise<unknown>) {
  ask = source
}

const stepsOf = (params: readonly unknown[], forward: () => Promise<unknown>) =>
  tracerOf(params) === undefined || !ask ? forward() : ask(params[0])

interface Steps {
  structLogs: { stack?: string[] }[]
}

/** `more`: what this kind of node adds to every step. */
function structLogs(answer: unknown, word: (text: string) => string, more: object = {}): unknown {
  const steps = answer as Steps
  return {
    ...steps,
    structLogs: steps.structLogs.map((step) => ({ ...step, ...more, stack: (step.stack ?? []).map(word) })),
  }
}

function countedWithin(answer: unknown): unknown {
  const receipt = answer as { logs: object[] } | null
  return (
    receipt && {
      ...receipt,
      logs: receipt.logs.map((log, index) => ({ ...log, logIndex: `0x${index.toString(16)}` })),
    }
  )
}

function withoutWithdrawals(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('transactionsRoot' in answer)) return answer
  const { withdrawals: _, withdrawalsRoot: __, ...block } = answer as Record<string, unknown>
  return block
}
