/** A node whose chain a test writes down block by block: for what no development node gives. */
import { Refused, type Answerer } from './node-proxy.ts'

type Fields = Readonly<Record<string, unknown>>

export interface ScriptedTransaction {
  /** Besides what a plain transfer has. */
  readonly transaction?: Fields
  readonly receipt?: Fields
  /** The block's traces as `trace_block` gives them, without the hashes. */
  readonly traces?: readonly Fields[]
}

export interface ScriptedBlock {
  readonly fields?: Fields
  readonly transactions?: readonly ScriptedTransaction[]
}

export const hex = (value: number | bigint) => `0x${value.toString(16)}`
export const word = (value: number | bigint | string) => BigInt(value).toString(16).padStart(64, '0')
export const accountOf = (nth: number) => `0x${nth.toString(16).padStart(40, 'a')}`
export const [SENDER, RECEIVER, MINER] = [accountOf(1), accountOf(2), accountOf(3)]
export const blockHashOf = (number: number) => `0x${word(number + 1)}`
export const transactionHashOf = (block: number, index: number) => `0x${word((block + 1) * 4096 + index)}`

/**
 * Answers as a node whose newest block is the last of `blocks`; what is pushed to the array later is a new block. `other`
 * is asked first, for what no block tells: code, storage, calls.
 */
export function scriptedNode(
  blocks: readonly ScriptedBlock[],
  other: (method: string, params: readonly unknown[]) => unknown = () => undefined,
): Answerer {
  const heightOf = (tag: unknown) => (tag === 'latest' ? blocks.length - 1 : Number(tag))
  return (method, params) => {
    const scripted = other(method, params)
    if (scripted !== undefined) return scripted
    const height = heightOf(params[0])
    const block = blocks[height]
    switch (method) {
      case 'eth_chainId':
        return '0x1'
      case 'eth_blockNumber':
        return hex(blocks.length - 1)
      case 'eth_getBlockByNumber':
        return block === undefined ? null : header(height, block)
      case 'eth_getBlockByHash':
        return null
      case 'eth_getBlockReceipts':
        return block === undefined ? null : receiptsOf(block, height)
      case 'eth_getTransactionReceipt':
        return blocks.flatMap(receiptsOf).find(({ transactionHash }) => transactionHash === params[0]) ?? null
      case 'eth_getCode':
        return '0x'
      case 'trace_block':
        return (block?.transactions ?? []).flatMap((each, index) => traces(height, index, each))
    }
    throw new Refused(-32601, 'the method does not exist')
  }
}

const header = (number: number, { fields, transactions = [] }: ScriptedBlock) => ({
  number: hex(number),
  hash: blockHashOf(number),
  parentHash: number === 0 ? `0x${word(0)}` : blockHashOf(number - 1),
  timestamp: hex(1_700_000_000 + number * 12),
  miner: MINER,
  gasLimit: '0x1c9c380',
  gasUsed: hex(21_000 * transactions.length),
  baseFeePerGas: '0x7',
  extraData: '0x',
  uncles: [],
  transactions: transactions.map(({ transaction }, index) => ({
    hash: transactionHashOf(number, index),
    blockHash: blockHashOf(number),
    transactionIndex: hex(index),
    from: SENDER,
    to: RECEIVER,
    value: '0x1',
    nonce: '0x0',
    type: '0x2',
    gas: '0x5208',
    input: '0x',
    ...transaction,
  })),
  ...fields,
})

const receiptsOf = ({ transactions = [] }: ScriptedBlock, number: number) =>
  transactions.map((each, index) => receipt(number, index, each))

const receipt = (block: number, index: number, { receipt: fields }: ScriptedTransaction) => ({
  transactionHash: transactionHashOf(block, index),
  blockHash: blockHashOf(block),
  transactionIndex: hex(index),
  contractAddress: null,
  status: '0x1',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x9',
  logs: [],
  ...fields,
})

const traces = (block: number, index: number, { transaction, traces: own }: ScriptedTransaction) =>
  (
    own ?? [
      {
        type: 'call',
        action: { from: SENDER, to: RECEIVER, value: '0x1', gas: '0x0', callType: 'call', ...transaction },
        result: { output: '0x' },
        traceAddress: [],
      },
    ]
  ).map((trace) => ({
    ...trace,
    transactionHash: transactionHashOf(block, index),
    blockHash: blockHashOf(block),
  }))
