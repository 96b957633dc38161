/**
 * Nodes of other chains: a real node behind a proxy that says what an OP Stack node, a Celo node and a node from before
 * Byzantium say, balances too. No list differs from that.
 */
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FollowedChain } from './follow-chain.ts'
import { startAnvil, type Anvil } from './testing/anvil.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { compareStateChanges } from './testing/compare/compare-state-changes.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { lower } from './testing/compare/list-rows.ts'
import { NodeTruth, type RawBlock } from './testing/compare/node-data.ts'
import { readAll } from './testing/compare/read-all.ts'
import { indexed, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { Refused, type Answerer } from './testing/node-proxy.ts'
import { hex } from './testing/scripted-node.ts'
import { Workload } from './testing/workload.ts'

const TRANSACTIONS = 250
/** Whose state changes are compared. */
const CHECKED_BLOCKS = 10

interface Transaction {
  readonly hash: Hex
}
interface Receipt {
  readonly transactionHash: Hex
  readonly from: Hex
  readonly blockNumber: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
}

let anvil: Anvil
let receipts: readonly Receipt[]
let blocks: readonly RawBlock[]
beforeAll(async () => {
  anvil = await startAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(TRANSACTIONS)
  const truth = new NodeTruth(anvil.url)
  blocks = await truth.blocks()
  const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
  receipts = [...(await truth.receipts(hashes)).values()] as unknown as Receipt[]
}, 120_000)
afterAll(() => anvil.stop())

interface Kind {
  /** What a transaction, and its receipt, say besides. */
  readonly transaction?: (transaction: Transaction) => object
  readonly receipt?: (receipt: Receipt) => object
  /** Who has how many coins less for it than on the real node. */
  readonly less?: (receipt: Receipt) => Readonly<Record<string, bigint>>
}

function answerAs({ transaction, receipt, less }: Kind): Answerer {
  const ofTransaction = (one: Transaction) => ({ ...one, ...transaction?.(one) })
  const ofReceipt = (one: Receipt) => ({ ...one, ...receipt?.(one) })
  const lessUpTo = (account: string, height: number) =>
    receipts
      .filter(({ blockNumber }) => Number(blockNumber) <= height)
      .reduce((sum, one) => sum + (less?.(one)[lower(account)] ?? 0n), 0n)
  return async (method, params, forward) => {
    // So that what a transaction did to balances is computed of what is known of it.
    if (JSON.stringify(params).includes('prestateTracer')) throw new Refused(-32601, 'no such tracer')
    const result = await forward()
    if (!result) return result
    if (method === 'eth_getBalance')
      return hex(BigInt(result as Hex) - lessUpTo(String(params[0]), heightOf(params[1])))
    if (method === 'eth_getTransactionReceipt') return ofReceipt(result as Receipt)
    if (method === 'eth_getBlockReceipts') return (result as Receipt[]).map(ofReceipt)
    if (method === 'eth_getTransactionByHash') return ofTransaction(result as Transaction)
    if (!method.startsWith('eth_getBlockBy') || params[1] !== true) return result
    const block = result as { transactions: Transaction[] }
    return { ...block, transactions: block.transactions.map(ofTransaction) }
  }
}

function heightOf(tag: unknown): number {
  if (typeof tag === 'string') return tag.startsWith('0x') ? Number(tag) : Infinity
  const { blockHash, blockNumber } = tag as { blockHash?: Hex; blockNumber?: Hex }
  return Number(blockNumber ?? blocks.find(({ hash }) => hash === blockHash)?.number)
}

/** `said`: where the lists are compared with what is said there. */
async function follow(kind: Kind, said: 'by the proxy' | 'by the node') {
  const proxy = await testProxy(anvil.url, answerAs(kind))
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await indexed(chain, proxy.url)
  const comparison = new ListComparison(chain.reader, said === 'by the proxy' ? proxy.url : anvil.url)
  await comparison.transactions()
  await comparison.internals()
  await comparison.coinBalances()
  expectNone(comparison.result.found)
  const heights = blocks.flatMap(({ transactions }, height) => (transactions.length > 0 ? [height] : []))
  const { found, compared } = await compareStateChanges(
    chain.reader,
    proxy.url,
    heights.slice(-CHECKED_BLOCKS),
  )
  expectNone(found)
  expect(compared['state changes, coins']).toBeGreaterThan(CHECKED_BLOCKS)
  return chain
}
const allOf = (chain: FollowedChain) => readAll(chain.reader, 'latest-transactions', {})

test(
  'an OP Stack node: the layer below and the operator are paid besides',
  { timeout: 120_000 },
  async () => {
    const [layer, operator] = [777n, 7n]
    const chain = await follow(
      {
        receipt: () => ({
          l1Fee: hex(layer),
          operatorFeeScalar: '0x0',
          operatorFeeConstant: hex(operator),
        }),
        less: ({ from }) => ({ [lower(from)]: layer + operator }),
      },
      'by the proxy',
    )
    expect((await allOf(chain)).length).toBe(receipts.length)
  },
)

test('a Celo node: who pays in a token keeps the coins', { timeout: 120_000 }, async () => {
  const token = `0x${'ce'.repeat(20)}`
  const isPaidInToken = (hash: Hex) => BigInt(hash) % 3n === 0n
  const chain = await follow(
    {
      transaction: ({ hash }) => (isPaidInToken(hash) ? { type: '0x7b', feeCurrency: token } : {}),
      // Nor does the miner get a tip in coins.
      less: ({ transactionHash, from, blockNumber, gasUsed, effectiveGasPrice }) => {
        if (!isPaidInToken(transactionHash)) return {}
        const { miner, baseFeePerGas } = blocks[Number(blockNumber)]!
        const [gas, price] = [BigInt(gasUsed), BigInt(effectiveGasPrice)]
        return { [lower(from)]: -gas * price, [lower(miner)]: gas * (price - BigInt(baseFeePerGas)) }
      },
    },
    'by the proxy',
  )
  const paid = (await allOf(chain)).filter(({ celo }) => celo !== undefined)
  expect(paid.map(({ hash }) => hash).sort()).toEqual(
    receipts.flatMap(({ transactionHash: hash }) => (isPaidInToken(hash) ? [hash] : [])).sort(),
  )
})

test('a node from before Byzantium: its traces say what became of each', { timeout: 120_000 }, async () => {
  const chain = await follow(
    { receipt: ({ transactionHash }) => ({ status: undefined, root: transactionHash }) },
    'by the node',
  )
  expect(new Set((await allOf(chain)).map(({ status }) => status))).toEqual(new Set(['ok', 'error']))
})
