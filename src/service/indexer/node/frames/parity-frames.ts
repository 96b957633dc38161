import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import {
  address,
  hash,
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
  type MoreTransactions,
  type TracedBlock,
  type TransactionFrames,
} from '../../model/call-frame.ts'

/**
 * Frames from the result of `trace_block`: one flat list for all transactions of a block. Null where a transaction of the
 * block is missing: the node no longer has its traces. Throws NodeFailure where the traces are of another block.
 */
export function parityFrames(
  result: unknown,
  block: TracedBlock,
): readonly TransactionFrames[] | MoreTransactions | null {
  const byTransaction = new Map<string, Json[]>()
  for (const each of list(result, 'the traces of a block')) {
    const trace = object(each, 'a trace')
    // Miner rewards are traces without a transaction.
    if (trace.transactionHash == null) continue
    if (hash(trace.blockHash, 'the block of a trace') !== block.hash) {
      throw new NodeFailure('garbage', 'the chain moved while its traces were read')
    }
    const of = hash(trace.transactionHash, 'the transaction of a trace')
    const own = byTransaction.get(of)
    if (own) own.push(trace)
    else byTransaction.set(of, [trace])
  }
  // The number of transactions that the index does not have is known.
  if (block.isKept && byTransaction.size < block.count) return null
  const frames = block.transactions.map((transaction) => byTransaction.get(transaction.hash))
  if (!frames.every((traces) => traces !== undefined)) return null
  const more = namedElsewhere(byTransaction, block)
  return more.size > 0 ? { more } : frames.map(ofTransaction)
}

/**
 * Finds transactions that the index does not have but whose calls name a kept address; only for an index of some
 * addresses.
 */
function namedElsewhere(
  byTransaction: ReadonlyMap<string, readonly Json[]>,
  { transactions, isKept }: TracedBlock,
): ReadonlySet<string> {
  if (!isKept) return NONE
  const known = new Set(transactions.map(({ hash }) => hash))
  const named = [...byTransaction].filter(
    ([hash, traces]) => !known.has(hash) && traces.some((trace) => partiesOf(trace).some(isKept)),
  )
  return new Set(named.map(([hash]) => hash))
}

const NONE: ReadonlySet<string> = new Set()

function partiesOf(trace: Json): string[] {
  const { from, to, address, refundAddress } = object(trace.action, 'the action of a trace')
  const created = (trace.result as Json | null | undefined)?.address
  return [from, to, address, refundAddress, created].flatMap((party) =>
    typeof party === 'string' ? [party.toLowerCase()] : [],
  )
}

function ofTransaction(traces: readonly Json[]): TransactionFrames {
  const [root, ...others] = traces
  const result = (root?.result ?? null) as Json | null
  const error = frameError(root?.error)
  // A creation that failed has what it reverted with where another has its code.
  const output = result?.output ?? (error === null ? null : result?.code)
  return {
    error,
    output: typeof output === 'string' ? output : null,
    created:
      error === null && root?.type === 'create'
        ? optional(address, result?.address, 'a created contract')
        : null,
    frames: others.map(frame),
  }
}

function frame(trace: Json): CallFrame {
  const action = object(trace.action, 'the action of a trace')
  const depth = list(trace.traceAddress, 'the address of a trace').length
  const error = frameError(trace.error)
  const common = { depth, error, gas: readable(quantity, action.gas) }
  const kind = trace.type
  if (kind === 'suicide' || kind === 'selfdestruct') {
    return {
      ...common,
      type: 'selfdestruct',
      from: address(action.address, 'the destroyed contract'),
      to: address(action.refundAddress, 'the receiver of its balance'),
      created: null,
      value: quantity(action.balance, 'a value'),
    }
  }
  const from = address(action.from, 'the sender of a call')
  if (kind === 'create') {
    const result = (trace.result ?? null) as Json | null
    return {
      ...common,
      type: frameType(typeof action.creationMethod === 'string' ? action.creationMethod : 'create'),
      from,
      to: null,
      created: error === null ? optional(address, result?.address, 'a created contract') : null,
      value: quantity(action.value, 'a value'),
    }
  }
  const type = frameType(textOf(action.callType))
  return {
    ...common,
    type,
    from,
    to: address(action.to, 'the receiver of a call'),
    created: null,
    value: movesCoins(type) ? quantity(action.value, 'a value') : '0x0',
  }
}
