/** Answers in which nodes of other chains differ from a development node, given by a proxy before one. */
import type { Hex } from 'viem'
import { Refused, type Answerer } from './node-proxy.ts'
import { lower } from './compare/list-rows.ts'
import { hex } from './scripted-node.ts'

interface SaidTransaction {
  readonly hash: Hex
}
export interface SaidReceipt {
  readonly transactionHash: Hex
  readonly from: Hex
  readonly blockNumber: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
}
interface SaidBlock {
  readonly hash: Hex
  readonly miner: Hex
  readonly baseFeePerGas: Hex
}

/** Further fields of a transaction and its receipt. */
export interface ChainKind {
  readonly transaction?: (transaction: SaidTransaction) => object
  readonly receipt?: (receipt: SaidReceipt) => object
  /** The accounts that have fewer coins for it than on the real node, and how many. */
  readonly less?: (receipt: SaidReceipt, block: SaidBlock) => Readonly<Record<string, bigint>>
}

const LAYER_FEE = 777n
const OPERATOR_FEE = 7n
const FEE_CURRENCY = `0x${'ce'.repeat(20)}`
export const isPaidInToken = (hash: Hex) => BigInt(hash) % 3n === 0n

export const CHAIN_KINDS = {
  'OP Stack': {
    receipt: () => ({
      l1Fee: hex(LAYER_FEE),
      operatorFeeScalar: '0x0',
      operatorFeeConstant: hex(OPERATOR_FEE),
    }),
    less: ({ from }) => ({ [lower(from)]: LAYER_FEE + OPERATOR_FEE }),
  },
  Celo: {
    transaction: ({ hash }) => (isPaidInToken(hash) ? { type: '0x7b', feeCurrency: FEE_CURRENCY } : {}),
    // Nor does the miner get a tip in coins.
    less({ transactionHash, from, gasUsed, effectiveGasPrice }, { miner, baseFeePerGas }) {
      if (!isPaidInToken(transactionHash)) return {}
      const [gas, price] = [BigInt(gasUsed), BigInt(effectiveGasPrice)]
      return { [lower(from)]: -gas * price, [lower(miner)]: gas * (price - BigInt(baseFeePerGas)) }
    },
  },
  'before Byzantium': {
    receipt: ({ transactionHash }) => ({ status: undefined, root: transactionHash }),
  },
} satisfies Readonly<Record<string, ChainKind>>

/** `known`: the whole chain, where balances are to be those of such a chain as well. */
export function answerAs(
  { transaction, receipt, less }: ChainKind,
  known: { readonly blocks: readonly SaidBlock[]; readonly receipts: readonly SaidReceipt[] } = {
    blocks: [],
    receipts: [],
  },
): Answerer {
  const ofTransaction = (one: SaidTransaction) => ({ ...one, ...transaction?.(one) })
  const ofReceipt = (one: SaidReceipt) => ({ ...one, ...receipt?.(one) })
  const heightOf = (tag: unknown) => {
    if (typeof tag === 'string') return tag.startsWith('0x') ? Number(tag) : Infinity
    const { blockHash, blockNumber } = tag as { blockHash?: Hex; blockNumber?: Hex }
    return Number(blockNumber ?? known.blocks.findIndex(({ hash }) => hash === blockHash))
  }
  const lessUpTo = (account: string, height: number) =>
    known.receipts
      .filter(({ blockNumber }) => Number(blockNumber) <= height)
      .reduce((sum, one) => {
        const block = known.blocks[Number(one.blockNumber)]
        return sum + ((block && less?.(one, block)[lower(account)]) ?? 0n)
      }, 0n)
  return async (method, params, forward) => {
    // Without this tracer, balance changes are computed from the transaction itself.
    if (JSON.stringify(params).includes('prestateTracer')) throw new Refused(-32601, 'no such tracer')
    const result = await forward()
    if (!result) return result
    if (method === 'eth_getBalance')
      return hex(BigInt(result as Hex) - lessUpTo(String(params[0]), heightOf(params[1])))
    if (method === 'eth_getTransactionReceipt') return ofReceipt(result as SaidReceipt)
    if (method === 'eth_getBlockReceipts') return (result as SaidReceipt[]).map(ofReceipt)
    if (method === 'eth_getTransactionByHash') return ofTransaction(result as SaidTransaction)
    if (!method.startsWith('eth_getBlockBy') || params[1] !== true) return result
    const block = result as { transactions: SaidTransaction[] }
    return { ...block, transactions: block.transactions.map(ofTransaction) }
  }
}
