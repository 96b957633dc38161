/**
 * Every statement of an index, and every read of one, over SQLite and over PostgreSQL at the same time, with the same rows:
 * what the two answer is the same (testing/contract/mirrored-index.ts).
 */
import { join } from 'node:path'
import { concatHex, encodeAbiParameters, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { KNOWN_ENTRY_POINTS } from '#shared/abi/user-operations.ts'
import { findPostgres, startPostgres, type PostgresServer } from '#platform/testing/postgres-server.ts'
import type { FollowedChain, FollowOptions } from './follow-chain.ts'
import { IndexStore } from './store/index-store.ts'
import type * as sqliteIndex from './store/sqlite-index.ts'
import { openSqliteIndex } from './store/sqlite-index.ts'
import { operationsOf, sendThroughAccounts, type AccountContracts } from './testing/account-contracts.ts'
import type { Anvil } from './testing/anvil.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { ofAddress, readAll } from './testing/compare/read-all.ts'
import { callSites } from './testing/contract/call-sites.ts'
import { contract } from './testing/contract/contract.ts'
import { EveryRead } from './testing/contract/every-read.ts'
import { askHugeCursors } from './testing/contract/huge-cursors.ts'
import { subjectsOf } from './testing/contract/subjects.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { openIndexIn } from './testing/follow-indexed.ts'
import { HOSTILE_SEARCHES } from './testing/hostile-searches.ts'
import { Refused } from './testing/node-proxy.ts'
import {
  accountOf,
  RECEIVER,
  scriptedNode,
  SENDER,
  word,
  type ScriptedBlock,
} from './testing/scripted-node.ts'
import { deployZoo, live, liveWithNfts } from './testing/token-zoo.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'
import { writeFoundryOut } from './testing/write-artifacts.ts'

vi.mock('./store/sqlite-index.ts', async (importOriginal) => {
  const original = await importOriginal<typeof sqliteIndex>()
  const { contract } = await import('./testing/contract/contract.ts')
  return { ...original, openSqliteIndex: contract.opener(original.openSqliteIndex) }
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** As much as is a number in both. */
const MOST = '0x7fffffffffffffff'
const QUICK = { firstMs: 20, longestMs: 100 }
const isThere = findPostgres() !== null
let server: PostgresServer
const rows = new Map<string, number>()

beforeAll(async () => {
  if (!isThere) return
  server = await startPostgres()
  contract.server = server.url
})

afterAll(() => {
  if (isThere) server.stop()
})

afterEach(() => {
  expectNone(contract.differences.splice(0))
})

/** Asks for everything, and keeps how many rows there were of each. */
async function readEverything({ reader }: FollowedChain, people: readonly string[]) {
  const every = await new EveryRead(reader, await subjectsOf(reader, people)).all()
  for (const [read, count] of every.rows) rows.set(read, (rows.get(read) ?? 0) + count)
  expectNone(every.differences.found)
}

async function followed(anvil: Anvil, options: Partial<FollowOptions> = {}) {
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder(), repairs: QUICK, ...options })
  await indexed(chain, anvil.url)
  return chain
}

async function expectRepaired(chain: FollowedChain) {
  await until('no repair left', () => chain.status().repairs.length === 0, { seen: () => chain.status() })
}

/** An operation that is paid for, at an EntryPoint's known address: others are not listed. */
async function operate(anvil: Anvil, at: AccountContracts['at']) {
  const [, to] = KNOWN_ENTRY_POINTS as [Hex, Hex]
  await anvil.request('anvil_setCode', [to, await anvil.request('eth_getCode', [at.EntryPoint, 'latest'])])
  const [from = '0x'] = await anvil.request<Hex[]>('eth_accounts')
  const { operation, handleOps } = operationsOf(at, from)
  const data = handleOps(operation(21n, undefined, concatHex([at.Safe, '0x1234'])))
  await anvil.send({ from, to, gas: '0x2dc6c0', data })
}

/** Everything that lists show, in blocks that are some seconds apart. */
async function fullChain() {
  const anvil = await testAnvil()
  await anvil.request('anvil_setBlockTimestampInterval', [12])
  const workload = await Workload.deploy(anvil.url)
  await workload.make(72, 6)
  const accounts = await sendThroughAccounts(anvil)
  await operate(anvil, accounts.at)
  const zoo = await deployZoo(anvil)
  await live(zoo, anvil)
  await liveWithNfts(zoo, anvil)
  return { anvil, workload, accounts, zoo }
}

test.runIf(isThere)('everything that lists show', async () => {
  const { anvil, workload, accounts } = await fullChain()
  const chain = await followed(anvil)
  await anvil.request('evm_setAutomine', [false])
  await workload.send(3)
  await readEverything(chain, [
    ...workload.accounts.slice(0, 2),
    workload.at.Workshop,
    accounts.delegator,
    accounts.at.Behind,
    accounts.at.SmartAccount,
    accounts.at.Safe,
  ])
  await chain.close()
})

test.runIf(isThere)('cursors of numbers beyond any chain are pages or refused', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(24, 6)
  const chain = await followed(anvil)
  const [transaction] = await readAll(chain.reader, 'latest-transactions', { atMost: 1 })
  const [picture] = await readAll(chain.reader, 'token-instances', {
    params: ofAddress(workload.at.Pictures),
    atMost: 1,
  })
  const params = {
    address_hash: workload.at.Coin,
    transaction_hash: String(transaction?.hash),
    block_hash_or_number: String(transaction?.block_number),
    token_id: String(picture?.id),
  }
  const odd = await askHugeCursors(chain.reader, params, workload.at.Pictures)
  expect(odd).toEqual([])
  await chain.close()
})

test.runIf(isThere)('gas of a day that no counter of the stores holds is added up', async () => {
  const blocks: ScriptedBlock[] = [{}, { fields: { gasUsed: MOST } }, { fields: { gasUsed: MOST } }]
  const proxy = await testProxy(null, scriptedNode(blocks))
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('all blocks', () => chain.status().head?.number === 2, { seen: () => chain.status() })
  expect(await chain.reader.detail('chain-statistics', {})).toMatchObject({
    gas_used_today: '18446744073709551614',
  })
  await chain.close()
})

test.runIf(isThere)('what another branch takes away, and what is learned of tokens and names', async () => {
  const { anvil, workload, zoo } = await fullChain()
  const abiDir = testFolder()
  writeFoundryOut(abiDir, ['Workshop', 'Till', 'Coin'])
  const proxy = await testProxy(anvil.url, (method, params, forward) => {
    const [call] = params as [{ data?: string } | undefined]
    // An NFT whose metadata is elsewhere.
    if (method === 'eth_call' && call?.data?.startsWith('0xc87b56dd') && call.data.endsWith('7'))
      return encodeAbiParameters([{ type: 'string' }], ['https://nft.example/7'])
    return forward()
  })
  const options = {
    rpcUrl: proxy.url,
    dataDir: testFolder(),
    abiDir,
    fetchMetadata: () => Promise.resolve({ name: 'Seven' }),
  }
  const chain = await followed(anvil, options)
  const readTokens = async () => {
    for (const token of Object.values(zoo.at).map(ofAddress))
      if ((await chain.reader.detail('token', token)) !== null)
        await chain.reader.list('token-holders', { params: token, filters: {}, after: null, limit: 50 })
    for (const address of [...zoo.people, ...Object.values(zoo.at)].map(ofAddress))
      await chain.reader.detail('address', address)
    await chain.reader.detail('token-instance', { ...ofAddress(zoo.at.Pictures ?? ''), token_id: '7' })
  }
  const wrapped = ofAddress(zoo.at.Wrapped ?? '')
  await until('it is known what deposits do', () => chain.reader.detail('token', wrapped), {
    seen: () => chain.status(),
  })
  await readTokens()
  const snapshot = await anvil.request('evm_snapshot')
  await live(zoo, anvil)
  await workload.make(24, 6)
  await sendThroughAccounts(anvil)
  await indexed(chain, anvil.url)
  await readTokens()
  await anvil.request('evm_revert', [snapshot])
  await workload.make(6, 2)
  await indexed(chain, anvil.url)
  await readTokens()
  await chain.close()
  // Names of contracts are read anew.
  const again = await followed(anvil, options)
  await again.close()
})

test.runIf(isThere)('what a node refuses, and another branch takes away meanwhile', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(40, 4)
  let isRefusing = true
  /** A block, and its transactions. */
  const pruned = new Set<unknown>()
  const proxy = await testProxy(anvil.url, (method, params, forward) => {
    if (isRefusing && /^(?:eth_call|eth_getCode|trace_|debug_)/.test(method))
      throw new Refused(-32005, 'limit exceeded')
    if (/^(?:trace|debug)_/.test(method) && pruned.has(params[0]))
      throw new Refused(-32000, 'required historical state unavailable')
    return forward()
  })
  const options = { rpcUrl: proxy.url, dataDir: testFolder(), repairs: QUICK }
  const chain = await testFollow(options)
  const kinds = () => chain.status().repairs.map(({ kind }) => kind)
  await until(
    'what is refused is kept in mind',
    () => (['contract', 'frames', 'nft', 'token'] as const).every((kind) => kinds().includes(kind)),
    { seen: kinds },
  )
  // A token without an answer for its holders.
  for (const { address_hash: token } of await readAll(chain.reader, 'tokens'))
    await readAll(chain.reader, 'token-holders', { params: ofAddress(String(token)) })
  for (const account of workload.accounts)
    for (const id of ['address-internal-transactions', 'address-tokens'] as const)
      await readAll(chain.reader, id, { params: ofAddress(account) })
  const snapshot = await anvil.request('evm_snapshot')
  await workload.make(24, 4)
  const made = Number(await anvil.request('eth_blockNumber'))
  await until('the later blocks', () => chain.status().head?.number === made)
  await anvil.request('evm_revert', [snapshot])
  await workload.make(4, 2)
  await until('the other branch', () => chain.status().reorganisation !== null)
  const height = `0x${(made - 8).toString(16)}`
  const { transactions } = await anvil.request<{ transactions: string[] }>('eth_getBlockByNumber', [
    height,
    false,
  ])
  for (const each of [height, ...transactions]) pruned.add(each)
  isRefusing = false
  await indexed(chain, anvil.url)
  await expectRepaired(chain)
  expect(chain.status().traces.unavailable).toBeGreaterThan(0)
  await chain.close()
  pruned.clear()
  const again = await testFollow(options)
  await indexed(again, anvil.url)
  expect(again.status().traces.unavailable).toBe(0)
  await again.close()
})

test.runIf(isThere)('an index that was harmed, and repaired', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(48, 8)
  const zoo = await deployZoo(anvil, ['Rebasing', 'Wrapped'])
  await zoo.send('Rebasing', 'mint', [zoo.people[1], 100n])
  // The withdrawal makes the balance zero again, so it proves nothing about deposits.
  await zoo.send('Wrapped', 'deposit', [], { value: 5 })
  await zoo.send('Wrapped', 'withdraw', [5n])
  await anvil.request('evm_mine')
  const options = { rpcUrl: anvil.url, dataDir: testFolder() }
  const chain = await followed(anvil, options)
  const [hash] = await readAll(chain.reader, 'latest-transactions', { limit: 5 })
  await readAll(chain.reader, 'transaction-state-changes', {
    params: { transaction_hash: String(hash?.hash) },
  })
  await chain.close()
  const database = openIndexIn(options.dataDir)
  for (const sql of [
    'DELETE FROM block WHERE number IN (7, 9)',
    'DELETE FROM tx WHERE position % 7 = 3',
    'DELETE FROM log WHERE position % 5 = 1',
    'DELETE FROM transfer WHERE log % 3 = 1',
    'DELETE FROM internal WHERE tx % 7 <> 3 AND position % 2 = 0',
    `DELETE FROM token WHERE name = 'Test Coin'`,
    'DELETE FROM balance WHERE holder % 5 = 1',
    'DELETE FROM contract WHERE address % 3 = 1',
    `INSERT INTO delegation SELECT position, 0, sender, sender, value, value FROM tx WHERE position % 7 = 2`,
  ])
    database.run(sql)
  database.close()
  const again = await followed(anvil, options)
  const { repaired } = await again.verify()
  expect(Math.min(repaired.blocks, repaired.transactions, repaired.logs, repaired.transfers)).toBeGreaterThan(
    0,
  )
  expect(Math.min(repaired.balances, repaired.frames, repaired.tokens, repaired.contracts)).toBeGreaterThan(0)
  expect(Object.values((await again.verify()).repaired).every((count) => count === 0)).toBe(true)
  await again.close()
})

test.runIf(isThere)('an index of some addresses', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(60, 6)
  const [sender = '', receiver = '0x', stranger = ''] = workload.accounts
  const called = '0x00000000000000000000000000000000000000f1'
  // This node does not trace, so it tells none of the states.
  const proxy = await testProxy(anvil.url, (method, _params, forward) => {
    if (/^(?:debug_trace|trace_replay)/.test(method)) throw new Refused(-32601, 'the method does not exist')
    return forward()
  })
  const only = [called, workload.at.Pictures, stranger]
  const chain = await followed(anvil, { rpcUrl: proxy.url, only })
  await anvil.request('evm_setAutomine', [false])
  await workload.pay(sender, [receiver, called], 10n)
  await anvil.request('evm_mine')
  await indexed(chain, anvil.url)
  await readEverything(chain, only)
  const snapshot = await anvil.request('evm_snapshot')
  await workload.make(12, 3)
  await indexed(chain, anvil.url)
  await anvil.request('evm_revert', [snapshot])
  await indexed(chain, anvil.url)
  await chain.verify()
  await chain.close()
})

test.runIf(isThere)('an index that begins later', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(60, 6)
  const fromBlock = Number(await anvil.request('eth_blockNumber')) + 1
  await anvil.request('evm_mine')
  await workload.make(12, 6)
  const options = { rpcUrl: anvil.url, dataDir: testFolder(), fromBlock }
  const chain = await followed(anvil, options)
  for (const address of [...workload.accounts, ...Object.values(workload.at)].map(ofAddress)) {
    await chain.reader.detail('address', address)
    await chain.reader.detail('token', address)
    await readAll(chain.reader, 'address-tokens', { params: address })
  }
  for (const id of ['1', '2', '3'])
    await chain.reader.detail('token-instance', { ...ofAddress(workload.at.Pictures), token_id: id })
  // Moves a token that was only described so far.
  await workload.make(40, 4)
  await indexed(chain, anvil.url)
  await chain.close()
  // As an older version left it.
  const database = openIndexIn(options.dataDir)
  database.setMeta('start_reason', null)
  database.setMeta('authorizations_since', '9')
  database.close()
  const { fromBlock: _, ...whole } = options
  const again = await followed(anvil, whole)
  await until('all blocks', () => again.status().blocks.done === again.status().head!.number + 1, {
    seen: () => again.status(),
  })
  await indexed(again, anvil.url)
  await again.close()
})

test.runIf(isThere)('a node that refuses its first blocks', async () => {
  const anvil = await testAnvil()
  await anvil.request('anvil_mine', ['0x14'])
  let isRefusing = true
  const proxy = await testProxy(anvil.url, (method, params, forward) => {
    const height = Number(params[0])
    if (isRefusing && method === 'eth_getBlockByNumber' && height > 0 && height < 12)
      throw new Refused(-32005, 'limit exceeded')
    return forward()
  })
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder(), repairs: QUICK })
  await until('what it gives', () => chain.status().repairs.some(({ kind }) => kind === 'blocks'))
  isRefusing = false
  await until('all of it', () => chain.status().blocks.done === 21, { seen: () => chain.status() })
  await expectRepaired(chain)
  await chain.close()
})

test.runIf(isThere)('blocks that no development node makes', async () => {
  const withdrawals = (count: number, from: number) =>
    Array.from({ length: count }, (_, each) => ({
      index: `0x${(2n ** 53n - 4n + BigInt(from + each)).toString(16)}`,
      validatorIndex: `0x${(each + 5).toString(16)}`,
      address: each % 2 === 0 ? RECEIVER : accountOf(9),
      amount: `0x${(18_000_000 + each).toString(16)}`,
    }))
  const [coin, nft] = [accountOf(21), accountOf(22)]
  const topics = [TRANSFER, `0x${word(0)}`, `0x${word(SENDER)}`]
  /** One that looks like that of an NFT, and one that looks like that of a coin: their contracts say otherwise. */
  const transfers = (amount: number, id: number): ScriptedBlock => ({
    transactions: [
      {
        receipt: {
          gasUsed: '0x5300',
          logs: [
            { address: coin, topics: [...topics, `0x${word(amount)}`], data: '0x' },
            { address: nft, topics, data: `0x${word(id)}` },
          ],
        },
      },
    ],
  })
  const blocks: ScriptedBlock[] = [
    {},
    // Before London there was no base fee, and miners were paid for their work.
    {
      fields: {
        baseFeePerGas: undefined,
        difficulty: '0x2000',
        totalDifficulty: '0x4000',
        nonce: `0x${'1'.repeat(16)}`,
      },
      transactions: [{}, { transaction: { type: '0x0', gasPrice: '0x9', nonce: `0x${'f'.repeat(16)}` } }],
    },
    // Gas of which the sum is more than a counter holds, at a time beyond any date.
    {
      fields: { timestamp: `0x${(2n ** 63n).toString(16)}`, gasUsed: MOST },
      transactions: [
        { receipt: { gasUsed: MOST } },
        { transaction: { nonce: '0x20000000000001' }, receipt: { gasUsed: MOST } },
      ],
    },
    { fields: { withdrawals: withdrawals(7, 0) } },
    { fields: { withdrawals: withdrawals(5, 7) }, transactions: [{ receipt: { status: '0x0' } }] },
    transfers(500, 78),
    // Before Byzantium no receipt said what became of a transaction: its trace does.
    {
      transactions: [
        {
          transaction: { to: null, input: '0x60' },
          receipt: { status: undefined, gasUsed: '0x9999', contractAddress: accountOf(8) },
          traces: [
            {
              type: 'create',
              action: { from: SENDER, value: '0x1', gas: '0x9', init: '0x60' },
              result: { address: accountOf(8), code: '0x60', gasUsed: '0x9' },
              traceAddress: [],
            },
          ],
        },
        { transaction: { type: '0x7e', mint: '0x5' } },
        { transaction: { type: '0x7b', feeCurrency: coin } },
      ],
    },
    // A receipt that can't be read, until the node gives it otherwise.
    { transactions: [{}, { receipt: { gasUsed: null } }] },
  ]
  const proxy = await testProxy(
    null,
    scriptedNode(blocks, (method, params) => {
      const [{ to, data = '' } = {}] = params as [{ to?: string; data?: string } | undefined]
      if (method !== 'eth_call') return undefined
      if (to === coin && data === '0x313ce567') return `0x${word(18)}`
      return to === nft && /^0x(?:01ffc9a7|70a08231)/.test(data) ? `0x${word(1)}` : undefined
    }),
  )
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder(), repairs: QUICK })
  const untilAll = () =>
    until('all blocks', () => chain.status().head?.number === blocks.length - 1, {
      seen: () => chain.status(),
    })
  await untilAll()
  // Written by itself: the time before it is that of a block which is in the index.
  blocks.push({ fields: { timestamp: 'yesterday' } })
  await untilAll()
  for (const [address, type] of [
    [coin, 'ERC-20'],
    [nft, 'ERC-721'],
  ] as const) {
    const typeOf = async () => (await chain.reader.detail('token', ofAddress(address)))?.type
    await until('what the contract is', async () => (await typeOf()) === type, { seen: typeOf })
  }
  await until('it is told what can not be read', () => chain.status().message?.includes('gasUsed'), {
    seen: () => chain.status(),
  })
  await readEverything(chain, [SENDER, RECEIVER, accountOf(9)])
  blocks.splice(-2, 2, { transactions: [{}, {}] }, {}, transfers(600, 79))
  await until('the last block', () => chain.status().head?.number === blocks.length - 1)
  await expectRepaired(chain)
  await chain.verify()
  await chain.close()
})

/** But for the one character that PostgreSQL has not. */
const NAMES = [
  ...[
    'Test Coin',
    'TEST',
    'test-coin',
    'Tést Cöin',
    'İstanbul',
    'straße',
    'ﬁne',
    'Ⅳ',
    '東京',
    'ﾄｳｷｮｳ',
    '$USD',
  ],
  ...['a+b', 'x_y', "it's", '\ud800', '😀', '😀 coin', '\u00a0', '\u200b', 'x'.repeat(300), '%', '', ' '],
]

test.runIf(isThere)('names are found by the same words', () => {
  const store = new IndexStore(openSqliteIndex(join(testFolder(), 'names.sqlite')))
  store.write(() => {
    NAMES.forEach((name, nth) => {
      const id = store.addresses.idOf(accountOf(nth + 1))
      store.tokens.addEarlier(id, 'ERC-20')
      store.database.run(
        'UPDATE token SET name = ?, symbol = ?, holders = ? WHERE address = ?',
        name,
        NAMES[nth + 1] ?? null,
        nth % 3,
        id,
      )
      store.names.setContract(id, name)
    })
  })
  const texts = [
    ...NAMES,
    ...NAMES.map((name) => name.slice(0, 2)),
    ...HOSTILE_SEARCHES,
    'tes coi',
    'coin test',
  ]
  // No longer text is searched for.
  for (const text of texts) store.names.find(text.slice(0, 200), { skip: 0, limit: 5 })
  store.database.close()
})

test.runIf(isThere)('these have asked every statement, and every read has given rows', () => {
  const unasked = callSites(new Set(Object.keys(ELSEWHERE))).filter(({ place }) => !contract.asked.has(place))
  expectNone(unasked.map(({ place, text }) => `never asked over PostgreSQL: ${place}: ${text}`))
  const empty = [...rows].filter(([read, count]) => count === 0 && !(read in WITHOUT_ROWS))
  expectNone(empty.map(([read]) => `no rows of ${read}`))
})

/** The statements of the tests above. Look at a change in both dialects, then pin it with `--update`. */
test.runIf(isThere)('each statement has the text that is pinned for either engine', async () => {
  const statements = `${[...contract.statements].sort().join('\n\n')}\n`
  await expect(statements).toMatchFileSnapshot('testing/contract/statements.sql')
  // Inside a constant a question mark would be taken for a parameter.
  const constants = statements.match(/'(?:[^']|'')*'/g) ?? []
  expect(constants.filter((constant) => constant.includes('?'))).toEqual([])
})

/** Files with statements of one engine only, and what tests them. */
const ELSEWHERE = {
  'store/sqlite-index.ts': 'is SQLite itself: bad-files.test.ts, verify.test.ts',
}

/** Reads that give nothing here, and why. */
const WITHOUT_ROWS: Readonly<Record<string, string>> = {}
