/** Search, tokens and statistics of an index, against a real node. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hexToNumber, type Hex } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { DIALECTS } from '#shared/lists/dialects.ts'
import type { ChainReader } from '../../chain-reader.ts'
import { createService } from '../../http/server.ts'
import { page, parse, sendRequest, fetchWholeList } from '../../http/testing/http.ts'
import { inPagesOf } from '../../http/testing/in-pages-of.ts'
import { AbiRegistry } from '../decode/abi-registry.ts'
import { IndexReader } from './index-reader.ts'
import { openSqliteIndex } from '../store/sqlite-index.ts'
import { IndexStore } from '../store/index-store.ts'
import { createOnDemandData } from '../sync/on-demand.ts'
import { indexed, testAnvil, testFolder, testFollow } from '../testing/fixtures.ts'
import { HOSTILE_SEARCHES } from '../testing/hostile-searches.ts'
import { until } from '../testing/until.ts'
import { compiled, deployData, Workload } from '../testing/workload.ts'

type Item = Record<string, unknown>

async function search(reader: ChainReader, q: string): Promise<readonly Item[]> {
  const found = await reader.list('search', { params: {}, filters: { q }, after: null, limit: 50 })
  return found?.items ?? []
}
const namesFor = async (reader: ChainReader, q: string) => (await search(reader, q)).map(({ name }) => name)

test('tokens and contracts are found by name; hashes, heights and addresses are recognised', async () => {
  const abiDir = testFolder()
  for (const name of ['Workshop', 'Pictures']) {
    const { abi, bytecode, runtime } = compiled(name)
    mkdirSync(join(abiDir, `${name}.sol`))
    const deployedBytecode = { object: runtime, immutableReferences: {} }
    writeFileSync(
      join(abiDir, `${name}.sol`, `${name}.json`),
      JSON.stringify({ abi, bytecode: { object: bytecode }, deployedBytecode }),
    )
  }
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(60, 4)
  const { reader } = await follow()
  async function follow() {
    const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder(), abiDir })
    await indexed(chain, anvil.url)
    return chain
  }
  await until('tokens have names', async () => (await search(reader, 'tst')).length === 1)
  expect(await search(reader, 'TST')).toMatchObject([
    { type: 'token', name: 'Test Coin', symbol: 'TST', token_type: 'ERC-20' },
  ])
  expect(await namesFor(reader, 'coi te')).toEqual(['Test Coin'])
  expect(await namesFor(reader, 'oin')).toEqual([])
  // No page has shown the contract.
  await until('contracts have names', async () => (await search(reader, 'works')).length === 1)
  expect(await search(reader, 'works')).toMatchObject([{ type: 'contract', name: 'Workshop' }])
  await until('both kinds of name are there', async () => (await search(reader, 'pictures')).length === 2)
  expect((await search(reader, 'pictures')).map(({ type }) => type)).toEqual(['token', 'contract'])

  for (const text of HOSTILE_SEARCHES) expect(Array.isArray(await search(reader, text)), text).toBe(true)
  expect(await search(reader, '" OR "')).toEqual([])
  expect(await namesFor(reader, 'tst')).toEqual(['Test Coin'])

  // The newest: of the first blocks a node may leave any empty, as it mines what it is sent by itself.
  const block = await anvil.request<{
    number: Hex
    hash: string
    transactions: string[]
  }>('eth_getBlockByNumber', ['latest', false])
  const [transaction] = block.transactions
  if (!transaction) throw new Error('the newest block has no transaction')
  const height = hexToNumber(block.number)
  expect(await search(reader, String(height))).toMatchObject([{ type: 'block', block_hash: block.hash }])
  expect(await search(reader, block.hash)).toMatchObject([{ type: 'block', block_number: height }])
  expect(await search(reader, transaction)).toMatchObject([
    { type: 'transaction', transaction_hash: transaction },
  ])
  expect((await search(reader, workload.at.Coin)).map(({ type }) => type)).toEqual(['token', 'contract'])
  expect(await search(reader, workload.accounts[1]!)).toMatchObject([{ type: 'address' }])
  expect(await search(reader, `0x${'7'.repeat(64)}`)).toEqual([])

  for (const dialect of DIALECTS) {
    const whole = await createService({ reader, dialect })
    const parts = await createService({ reader: inPagesOf(2, reader), dialect })
    onTestFinished(async () => {
      await whole.close()
      await parts.close()
    })
    for (const [id, query] of [
      ['tokens', {}],
      ['tokens', { q: 'te' }],
      ['search', { q: 'p' }],
      ['search', { q: '5' }],
    ] as const) {
      const path = id === 'tokens' ? '/tokens' : '/search'
      const atOnce = await fetchWholeList(`${whole.url}/api/v2`, id, path, { query })
      const inPages = await fetchWholeList(`${parts.url}/api/v2`, id, path, { query })
      expect(inPages.keys).toEqual(atOnce.keys)
      expect(new Set(inPages.keys).size).toBe(inPages.keys.length)
    }
    const read = async (path: string) => parse((await sendRequest(`${whole.url}/api/v2${path}`)).text) as Item
    expect(await read('/search/check-redirect?q=5')).toMatchObject({ redirect: true, type: 'block' })
    const { items } = page(await sendRequest(`${whole.url}/api/v2/blocks`))
    expect(await read('/main-page/blocks')).toEqual(items.slice(0, 4))
    await until('all is indexed', async () => (await read('/main-page/indexing-status')).finished_indexing)
  }
})

test('counts are what the node has', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(40, 4)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const { reader } = chain
  const height = chain.status().head!.number
  type Block = { transactions: unknown[]; gasUsed: string; timestamp: string }
  const blocks = await Promise.all(
    Array.from({ length: height + 1 }, (_, number) =>
      anvil.request<Block>('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]),
    ),
  )
  const transactions = String(blocks.reduce((sum, block) => sum + block.transactions.length, 0))
  const statistics = await reader.detail('chain-statistics', {})
  const newest = Number(blocks.at(-1)?.timestamp)
  const today = blocks.filter(({ timestamp }) => Number(timestamp) >= newest - (newest % 86_400))
  expect(statistics).toMatchObject({
    total_blocks: String(height + 1),
    total_transactions: transactions,
    transactions_today: String(today.reduce((sum, block) => sum + block.transactions.length, 0)),
    gas_used_today: String(today.reduce((sum, block) => sum + BigInt(block.gasUsed), 0n)),
  })
  // The node names nobody as the validator of its blocks: nobody is not worth looking at.
  expect((await reader.suggestedAddresses()).map(({ address }) => address)).not.toContain(
    `0x${'0'.repeat(40)}`,
  )
  expect((await reader.suggestedAddresses()).length).toBeGreaterThan(0)
  const { gas_prices: prices } = statistics as { gas_prices: Record<string, number> }
  expect(prices.slow).toBeLessThanOrEqual(prices.fast!)
  // The genesis block of a development chain is of another day.
  const day = await reader.detail('transaction-statistics', {})
  expect(day?.transactions_count_24h).toBe(transactions)
  const { Coin } = workload.at
  const counters = await reader.detail('token-counters', { address_hash: Coin })
  const logs = await anvil.request<unknown[]>('eth_getLogs', [
    {
      address: Coin,
      fromBlock: '0x0',
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
    },
  ])
  expect(counters?.transfers_count).toBe(String(logs.length))
})

test('what a reorganisation undoes is not found any more, and what is there instead is', async () => {
  const anvil = await testAnvil()
  const [from] = await anvil.request<string[]>('eth_accounts', [])
  const deploy = (name: string) =>
    anvil.request('eth_sendTransaction', [
      { from, data: deployData('Coin', [name, name.slice(0, 3), 18]), gas: '0x4c4b40' },
    ])
  await deploy('Lasting Money')
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const snapshot = await anvil.request('evm_snapshot', [])
  await deploy('Fleeting Money')
  const names = () => namesFor(chain.reader, 'money')
  await until('both are found', async () => (await names()).length === 2)
  await anvil.request('evm_revert', [snapshot])
  await until(
    'what was undone is not found',
    async () => (await search(chain.reader, 'fleeting')).length === 0,
  )
  // The background writes names: the one that stays may have to be read again.
  await expect.poll(names).toEqual(['Lasting Money'])
  await deploy('Other Money')
  await until('the other branch is there', async () => (await names()).includes('Other Money'))
  await expect.poll(async () => (await names()).toSorted()).toEqual(['Lasting Money', 'Other Money'])
  expect(await search(chain.reader, 'fleeting')).toEqual([])
})

test('a search that 12,000 tokens match ends after as many as anybody reads, without one twice', async () => {
  const store = new IndexStore(openSqliteIndex(':memory:'))
  onTestFinished(() => {
    store.database.close()
  })
  store.write(() => {
    for (let number = 1; number <= 12_000; number += 1) {
      const id = store.addresses.idOf(`0x${number.toString(16).padStart(40, '0')}`)
      store.database.run(
        `INSERT INTO token (address, first_log, type, name, symbol, holders, fetch_state) VALUES (?, 1, 'ERC-20', ?, 'SAME', ?, 1)`,
        id,
        `Same name ${String(number)}`,
        number % 7,
      )
    }
  })
  const abis = new AbiRegistry()
  const options = { store, abis, fetchMetadata: () => Promise.resolve(null), context: () => null }
  const reader = new IndexReader({
    store,
    abis,
    chain: { chainId: '1', name: 'Same', coin: { symbol: 'ETH', decimals: 18 } },
    onDemand: createOnDemandData(options),
    blocks: () => ({ done: 0, of: 0 }),
  })
  const service = await createService({
    reader: {
      chain: reader.chain,
      suggestedAddresses: () => [],
      list: reader.list.bind(reader),
      detail: reader.detail.bind(reader),
      close: () => undefined,
    },
    dialect: 'v12',
  })
  onTestFinished(() => service.close())
  const base = `${service.url}/api/v2`
  expect(parse((await sendRequest(`${base}/search/quick?q=same`)).text)).toHaveLength(50)
  const { keys, items } = await fetchWholeList(base, 'search', '/search', {
    query: { q: 'same', items_count: '100' },
  })
  expect(keys).toHaveLength(10_000)
  expect(new Set(keys).size).toBe(10_000)
  expect(items[0]?.type).toBe('token')
  const tokens = await fetchWholeList(base, 'tokens', '/tokens', { query: { q: 'same', items_count: '100' } })
  expect(new Set(tokens.keys).size).toBe(12_000)
})
