/**
 * Nodes of other chains: a real node behind a proxy that says what an OP Stack node, a Celo node and a node from before
 * Byzantium say, balances too. No list differs from that.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAnvil, type Anvil } from './testing/anvil.ts'
import { answerAs, CHAIN_KINDS, isPaidInToken, type SaidReceipt } from './testing/chain-kinds.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { compareStateChanges } from './testing/compare/compare-state-changes.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { NodeTruth, type RawBlock } from './testing/compare/node-data.ts'
import { readAll } from './testing/compare/read-all.ts'
import { indexed, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { Workload } from './testing/workload.ts'

const TRANSACTIONS = 250
/** The number of blocks whose state changes are compared. */
const CHECKED_BLOCKS = 10

let anvil: Anvil
let receipts: readonly SaidReceipt[]
let blocks: readonly RawBlock[]
beforeAll(async () => {
  anvil = await startAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(TRANSACTIONS)
  const truth = new NodeTruth(anvil.url)
  blocks = await truth.blocks()
  const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
  receipts = [...(await truth.receipts(hashes)).values()] as unknown as SaidReceipt[]
})
afterAll(() => anvil.stop())

/** All transactions. `said`: where the lists are compared with what is said there. */
async function follow(kind: keyof typeof CHAIN_KINDS, said: 'by the proxy' | 'by the node') {
  const proxy = await testProxy(anvil.url, answerAs(CHAIN_KINDS[kind], { blocks, receipts }))
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await indexed(chain, proxy.url)
  const { reader } = chain
  const comparison = new ListComparison(reader, said === 'by the proxy' ? proxy.url : anvil.url)
  await comparison.transactions()
  await comparison.internals()
  await comparison.coinBalances()
  expectNone(comparison.result.found)
  const heights = blocks.flatMap(({ transactions }, height) => (transactions.length > 0 ? [height] : []))
  const { found, compared } = await compareStateChanges(reader, proxy.url, heights.slice(-CHECKED_BLOCKS))
  expectNone(found)
  expect(compared['state changes, coins']).toBeGreaterThan(CHECKED_BLOCKS)
  return readAll(reader, 'latest-transactions', {})
}

test('an OP Stack node: the layer below and the operator are paid besides', async () => {
  expect(await follow('OP Stack', 'by the proxy')).toHaveLength(receipts.length)
})

test('a Celo node: who pays in a token keeps the coins', async () => {
  const paid = (await follow('Celo', 'by the proxy')).filter(({ celo }) => celo !== undefined)
  expect(paid.map(({ hash }) => hash).sort()).toEqual(
    receipts.flatMap(({ transactionHash: hash }) => (isPaidInToken(hash) ? [hash] : [])).sort(),
  )
})

test('a node from before Byzantium: its traces say what became of each', async () => {
  const all = await follow('before Byzantium', 'by the node')
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['ok', 'error']))
})
