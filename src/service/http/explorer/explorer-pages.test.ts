/** Tests the pages that only explorers' frontends ask for: over the sample chain, and over an index of a node. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainReader } from '../../chain-reader.ts'
import { followChain } from '../../indexer/follow-chain.ts'
import { startAnvil } from '../../indexer/testing/anvil.ts'
import { until } from '../../indexer/testing/until.ts'
import { createSampleChain } from '../../sample/sample-chain.ts'
import { createService, type Service } from '../server.ts'

type Item = Readonly<Record<string, unknown>>
interface Page {
  readonly items: readonly Item[]
  readonly next_page_params: Readonly<Record<string, unknown>> | null
}

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const createSample = () =>
  createSampleChain({ seed: 'explorer', transactions: 300, now: () => Date.UTC(2026, 9, 7, 12) })

/** Two blocks of transactions. */
async function createIndex(): Promise<ChainReader> {
  const anvil = await startAnvil()
  ends.push(() => anvil.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-explorer-'))
  ends.push(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })
  const [from, to] = await anvil.request<string[]>('eth_accounts', [])
  for (const value of ['0x1', '0x2']) await anvil.request('eth_sendTransaction', [{ from, to, value }])
  const chain = await followChain({ rpcUrl: anvil.url, dataDir })
  ends.push(() => chain.close())
  await until('following', () => chain.status().state === 'following', { seen: () => chain.status() })
  // Until then there are no files of calls.
  await until('whole', async () => (await chain.reader.detail('indexing-status', {}))?.finished_indexing)
  return chain.reader
}

describe.each([
  ['the sample chain', createSample],
  ['an index', createIndex],
] as const)('over %s', (name, create) => {
  let service: Service
  let reader: ChainReader
  let transaction: Item
  beforeAll(async () => {
    reader = await create()
    service = await createService({ reader, dialect: 'v12' })
    ends.push(() => service.close())
    transaction = (await page('transactions?filter=validated')).items[0] ?? {}
  })

  const read = (path: string) => fetch(`${service.url}/api/v2/${path}`)
  async function json(path: string): Promise<unknown> {
    const response = await read(path)
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    return response.json()
  }
  const page = async (path: string) => (await json(path)) as Page
  async function all(path: string): Promise<readonly Item[]> {
    const items: Item[] = []
    for (let next: Page['next_page_params'] = {}; next;) {
      const query = new URLSearchParams(Object.entries(next).map(([key, value]) => [key, String(value)]))
      const found = await page(`${path}${path.includes('?') ? '&' : '?'}${query.toString()}`)
      items.push(...found.items)
      next = found.next_page_params
    }
    return items
  }
  const sender = () => (transaction.from as Item).hash as string
  const filled = (path: string) =>
    path.slice(1).replace('{transaction_hash}', String(transaction.hash)).replace('{address_hash}', sender())

  it('calls and withdrawals of the chain are those of its blocks, in pages of any size', async () => {
    for (const [list, of] of [
      ['internal-transactions', 'internal-transactions'],
      ['withdrawals', 'withdrawals'],
    ] as const) {
      const rows = await all(`${list}?items_count=7`)
      if (name === 'the sample chain') expect(rows.length).toBeGreaterThan(14)
      const newest = (await page('blocks?items_count=30')).items
      const wanted: Item[] = []
      for (const { height } of newest)
        wanted.push(...(await all(`blocks/${String(height)}/${of}`)).toReversed())
      expect(rows.slice(0, wanted.length)).toEqual(wanted)
      expect((await page(`${list}?items_count=50`)).items).toEqual(rows.slice(0, 50))
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
    }
  })

  it('counters and charts agree with the lists', async () => {
    const withdrawals = await all('withdrawals?items_count=100')
    expect(await json('withdrawals/counters')).toMatchObject({
      withdrawals_count: String(withdrawals.length),
    })
    const { chart_data: days } = (await json('stats/charts/transactions')) as { chart_data: Item[] }
    const mined = await all('transactions?filter=validated&items_count=100')
    const day = String(mined[0]?.timestamp).slice(0, 10)
    expect(days[0]).toEqual({
      date: day,
      transactions_count: mined.filter(({ timestamp }) => String(timestamp).startsWith(day)).length,
    })
    const contracts = await all('smart-contracts')
    expect(await json('smart-contracts/counters')).toMatchObject({
      smart_contracts: name === 'an index' ? '0' : null,
      verified_smart_contracts: String(contracts.length),
    })
    for (const { address, language } of contracts) {
      const { hash } = address as Item
      expect(await json(`smart-contracts/${String(hash)}`)).toMatchObject({ is_verified: true, language })
    }
  })

  it('accounts are ranked by their coins', async () => {
    const accounts = await all('addresses?items_count=20')
    const coins = accounts.map(({ coin_balance: balance }) => BigInt(String(balance)))
    expect(coins).toEqual(coins.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0)))
    for (const { hash, coin_balance: balance } of accounts.slice(0, 3))
      expect(await json(`addresses/${String(hash)}`)).toMatchObject({ hash, coin_balance: balance })
  })

  it('a file has the rows of its list, of a period and a direction', async () => {
    const rows = await all(`addresses/${sender()}/transactions?items_count=100`)
    const file = async (query: string) => {
      const response = await read(`addresses/${sender()}/transactions/csv${query}`)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
      expect(head).toMatch(/^hash,block_number,timestamp,from,to,/)
      return lines.map((line) => line.split(',', 1)[0])
    }
    expect(await file('')).toEqual(rows.map(({ hash }) => hash))
    const time = String(rows.find(({ timestamp }) => timestamp !== null)?.timestamp)
    const at = (row: Item) => (row.timestamp === null ? null : Date.parse(String(row.timestamp)))
    expect(await file(`?from_period=${encodeURIComponent(time)}`)).toEqual(
      rows.filter((row) => (at(row) ?? Infinity) >= Date.parse(time)).map(({ hash }) => hash),
    )
    const sent = rows.filter(({ from }) => (from as Item).hash === sender())
    expect(await file('?filter_type=address&filter_value=from')).toEqual(sent.map(({ hash }) => hash))
    expect((await read(`addresses/${sender()}/transactions/csv?to_period=soon`)).status).toBe(422)
  })

  it('what a chain has not is empty, and what nobody knows is not found', async () => {
    expect(await json('main-page/transactions/watchlist')).toEqual([])
    expect(await json(filled('/transactions/{transaction_hash}/blobs'))).toEqual({
      items: [],
      next_page_params: null,
      next_cursor: null,
    })
    expect(await json('advanced-filters/methods?q=0xa9059cbb')).toEqual([
      { method_id: '0xa9059cbb', name: 'transfer' },
    ])
    const unknown = `0x${'12'.repeat(32)}`
    for (const path of [`transactions/${unknown}/blobs`, `transactions/${unknown}/summary`])
      expect((await read(path)).status).toBe(404)
    expect((await read('internal-transactions?block_number=5')).status).toBe(422)
    expect((await read('withdrawals?block_number=x&index=1')).status).toBe(422)
  })
})
