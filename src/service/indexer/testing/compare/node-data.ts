/** Data of the node itself, read without any of our reading code: lists are compared with it. */
import { decodeEventLog, decodeFunctionResult, encodeFunctionData, parseAbi, type Abi, type Hex } from 'viem'
import { rpcs } from '../anvil.ts'
import { present } from './present.ts'

interface RawTransaction {
  hash: Hex
  from: Hex
  to: Hex | null
  value: Hex
  nonce: Hex
  input: Hex
  blockNumber: Hex
}
export interface RawReceipt {
  transactionHash: Hex
  contractAddress: Hex | null
  status: Hex
  gasUsed: Hex
  effectiveGasPrice: Hex
  /** On the OP Stack. */
  l1Fee?: Hex
  operatorFeeConstant?: Hex
  transactionIndex: Hex
}
export interface RawBlock {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
  gasUsed: Hex
  baseFeePerGas: Hex
  miner: Hex
  transactions: RawTransaction[]
}
export interface RawLog {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  logIndex: Hex
  transactionHash: Hex
}
export interface RawCall {
  type: string
  from: Hex
  to?: Hex
  value?: Hex
  error?: string
  calls?: RawCall[]
}

export interface RawTrace {
  type: string
  action: {
    from?: Hex
    to?: Hex
    callType?: string
    creationMethod?: string
    value?: Hex
    address?: Hex
    refundAddress?: Hex
    balance?: Hex
  }
  result: { address?: Hex } | null
  error?: string
}

type Batch = readonly (readonly [method: string, params: readonly unknown[]])[]

export class NodeTruth {
  readonly url: string
  constructor(url: string) {
    this.url = url
  }

  /** Results in order; null for what the node refuses. */
  async ask<T>(calls: Batch): Promise<(T | null)[]> {
    const results: (T | null)[] = []
    for (let at = 0; at < calls.length; at += 200) {
      const part = calls.slice(at, at + 200).map(([method, params]) => ({ method, params }))
      results.push(...(await rpcs(this.url, part)).map(({ result }) => (result ?? null) as T | null))
    }
    return results
  }

  async blocks(): Promise<RawBlock[]> {
    const [height] = await this.ask<Hex>([['eth_blockNumber', []]])
    const numbers = Array.from({ length: Number(height) + 1 }, (_, number) => number)
    const blocks = await this.ask<RawBlock>(
      numbers.map((number) => ['eth_getBlockByNumber', [`0x${number.toString(16)}`, true]] as const),
    )
    return blocks.filter((block) => block !== null)
  }

  async receipts(hashes: readonly Hex[]): Promise<Map<Hex, RawReceipt>> {
    const receipts = await this.ask<RawReceipt>(
      hashes.map((hash) => ['eth_getTransactionReceipt', [hash]] as const),
    )
    return new Map(
      receipts.filter((each) => each !== null).map((receipt) => [receipt.transactionHash, receipt]),
    )
  }

  async logs(filter: { address?: Hex; topics?: readonly (Hex | null)[] } = {}): Promise<RawLog[]> {
    const [logs] = await this.ask<RawLog[]>([
      ['eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', ...filter }]],
    ])
    return logs ?? []
  }

  /** Flat traces of each transaction, the first of each its own call. */
  async traces(hashes: readonly Hex[]): Promise<Map<Hex, RawTrace[]>> {
    const traces = await this.ask<RawTrace[]>(hashes.map((hash) => ['trace_transaction', [hash]] as const))
    return new Map(hashes.map((hash, index) => [hash, present(traces[index], `the trace of ${hash}`)]))
  }

  async callTraces(hashes: readonly Hex[]): Promise<Map<Hex, RawCall>> {
    const traces = await this.ask<RawCall>(
      hashes.map((hash) => ['debug_traceTransaction', [hash, { tracer: 'callTracer' }]] as const),
    )
    return new Map(hashes.map((hash, index) => [hash, present(traces[index], `the trace of ${hash}`)]))
  }

  /** The result of each call of a view function at a block; null where there is none. */
  async view(
    calls: readonly { to: Hex; signature: string; args: readonly unknown[] }[],
    block: string,
  ): Promise<(bigint | string | null)[]> {
    const answers = await this.ask<Hex>(
      calls.map(({ to, signature, args }) => {
        const abi = parseAbi([signature]) as Abi
        return ['eth_call', [{ to, data: encodeFunctionData({ abi, args }), gas: '0x7a120' }, block]] as const
      }),
    )
    return answers.map((answer, index) => {
      const abi = parseAbi([present(calls[index]).signature]) as Abi
      try {
        return answer?.length !== 66 ? null : (decodeFunctionResult({ abi, data: answer }) as bigint | string)
      } catch {
        return null
      }
    })
  }
}

export interface TrueTransfer {
  readonly transaction: Hex
  readonly block: number
  readonly logIndex: number
  readonly token: string
  readonly from: string
  readonly to: string
  readonly id: string | null
  readonly value: string | null
}

const EVENTS = {
  fungible: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
  nft: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)']),
  multi: parseAbi([
    'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
    'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  ]),
  hybrid: parseAbi(['event ERC20Transfer(address indexed from, address indexed to, uint256 value)']),
}

interface Args {
  from: Hex
  to: Hex
  value?: bigint
  id?: bigint
  ids?: readonly bigint[]
  values?: readonly bigint[]
}

/** The transfers that logs tell, decoded by viem; newest first, a batch's last item first. */
export function transfersIn(logs: readonly RawLog[]): TrueTransfer[] {
  return logs
    .flatMap((log) => {
      const moves = Object.values(EVENTS).flatMap((abi) => decode(abi, log))
      return moves.map((move) => ({
        transaction: log.transactionHash,
        block: Number(log.blockNumber),
        logIndex: Number(log.logIndex),
        token: log.address.toLowerCase(),
        ...move,
      }))
    })
    .reverse()
}

function decode(abi: (typeof EVENTS)[keyof typeof EVENTS], log: RawLog) {
  const [first, ...others] = log.topics
  if (first === undefined) return []
  try {
    const { args } = decodeEventLog({ abi, topics: [first, ...others], data: log.data, strict: true })
    const { from, to, value, id, ids, values } = args as unknown as Args
    const who = { from: from.toLowerCase(), to: to.toLowerCase() }
    if (ids && values) {
      return ids.map((each, index) => ({ ...who, id: String(each), value: String(values[index]) }))
    }
    return [
      { ...who, id: id === undefined ? null : String(id), value: value === undefined ? null : String(value) },
    ]
  } catch {
    return []
  }
}

/** A call below the transaction's own, numbered from 1 in the order they happened. */
export interface TrueCall {
  readonly index: number
  readonly type: string
  readonly from: string
  readonly to: string | null
  readonly created: string | null
  readonly value: string
  readonly success: boolean
}

const wei = (type: string, value: Hex | undefined) =>
  type === 'delegatecall' || type === 'staticcall' ? '0' : BigInt(value ?? '0x0').toString()

/** As geth's call tracer tells them: calls within calls. */
export function callsInTree(trace: RawCall): TrueCall[] {
  const all: TrueCall[] = []
  const walk = (call: RawCall) => {
    for (const inner of call.calls ?? []) {
      const type = inner.type.toLowerCase()
      const creates = type.startsWith('create')
      const to = inner.to?.toLowerCase() ?? null
      all.push({
        index: all.length + 1,
        type,
        from: inner.from.toLowerCase(),
        to: creates ? null : to,
        created: creates && !inner.error ? to : null,
        value: wei(type, inner.value),
        success: !inner.error,
      })
      walk(inner)
    }
  }
  walk(trace)
  return all
}

/** As trace_transaction tells them: one flat list. */
export const callsInList = (traces: readonly RawTrace[]): TrueCall[] =>
  traces.slice(1).map(({ type, action, result, error }, index) => {
    const ends = type === 'suicide'
    const creates = type === 'create'
    const kind = ends ? 'selfdestruct' : ((creates ? action.creationMethod : action.callType) ?? type)
    return {
      index: index + 1,
      type: kind,
      from: present(ends ? action.address : action.from).toLowerCase(),
      to: creates ? null : present(ends ? action.refundAddress : action.to).toLowerCase(),
      created: creates && !error ? (result?.address?.toLowerCase() ?? null) : null,
      value: wei(kind, ends ? action.balance : action.value),
      success: !error,
    }
  })
