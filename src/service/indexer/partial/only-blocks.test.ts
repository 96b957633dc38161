/** An index of some addresses (`--only`), with blocks that no development node gives. */
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { ofAddress, readAll } from '../testing/compare/read-all.ts'
import { testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import {
  accountOf,
  hex,
  scriptedNode,
  transactionHashOf,
  word,
  type ScriptedBlock,
  type ScriptedTransaction,
} from '../testing/scripted-node.ts'
import { until } from '../testing/until.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const KEPT = account.address.toLowerCase()
const [TOKEN, OTHER] = [accountOf(8), accountOf(9)]

const logged = (topics: readonly string[], data: string): ScriptedTransaction => ({
  receipt: { gasUsed: '0x5300', logs: [{ address: TOKEN, topics, data }] },
})
const topicOf = (address: string) => `0x${word(address)}`

test('delegations, events without topics, approvals and withdrawals that name an address are kept', async () => {
  const delegation = { address: OTHER as `0x${string}`, chainId: 1, nonce: 5 } as const
  const { r, s, yParity } = await account.signAuthorization(delegation)
  const list = { address: OTHER, chainId: '0x1', nonce: '0x5', yParity: hex(yParity ?? 0), r, s }
  const withdrawal = (index: number, address: string) => ({
    ...{ index: hex(index), validatorIndex: '0x7', address, amount: '0x5' },
  })
  const blocks: ScriptedBlock[] = [
    {},
    {
      fields: { withdrawals: [withdrawal(1, OTHER), withdrawal(2, KEPT), withdrawal(3, OTHER)] },
      transactions: [
        {},
        { transaction: { type: '0x4', authorizationList: [list] } },
        // From and to another, with all in the data, as early contracts log it.
        logged([TRANSFER], `0x${word(OTHER)}${word(OTHER)}${word(1)}`),
        logged([TRANSFER], `0x${word(OTHER)}${word(KEPT)}${word(1)}`),
        logged([APPROVAL, topicOf(OTHER), topicOf(KEPT)], `0x${word(1)}`),
        logged([APPROVAL, topicOf(OTHER), topicOf(OTHER)], `0x${word(KEPT)}`),
        { transaction: { to: KEPT } },
      ],
    },
  ]
  const proxy = await testProxy(
    null,
    scriptedNode(blocks, (method, [of]) =>
      method === 'eth_call' ? '0x' : method === 'eth_getCode' && of === TOKEN ? '0x00' : undefined,
    ),
  )
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder(), only: [KEPT] })
  const { reader } = chain
  await until('the last block', () => chain.status().head?.number === 1, { seen: () => chain.status() })
  const rows = await readAll(reader, 'block-transactions', { params: { block_hash_or_number: '1' } })
  expect(rows.map(({ hash, position }) => [hash, position])).toEqual(
    [1, 3, 4, 6].map((index) => [transactionHashOf(1, index), index]),
  )
  // A block tells of all its transactions, and logs keep the place that they have in it.
  expect(await reader.detail('block', { block_hash_or_number: '1' })).toMatchObject({
    transactions_count: 7,
    withdrawals_count: 3,
  })
  const logs = await readAll(reader, 'address-logs', { params: ofAddress(TOKEN) })
  expect(logs.map(({ index }) => index)).toEqual([2, 1])
  const withdrawals = await readAll(reader, 'address-withdrawals', { params: ofAddress(KEPT) })
  expect(withdrawals.map(({ index }) => index)).toEqual([2])
  const ofBlock = { params: { block_hash_or_number: '1' }, filters: {}, after: null, limit: 50 }
  const page = await reader.list('block-withdrawals', ofBlock)
  expect(page).toMatchObject({ items: [{ index: 2 }], meta: { status: 'partial' } })
  const { compared, repaired } = await chain.verify()
  expect([compared.transactions, compared.logs]).toEqual([4, 2])
  expect(Object.values(repaired).every((found) => found === 0)).toBe(true)
})
