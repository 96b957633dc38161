/** Tests the tools on the sample chain, with the protocol's own client. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestCore } from '#core/testing/create-test-core.ts'
import * as behaviours from '#platform/testing/behaviours.ts'
import { openHostileServer, type HostileServer, type Seen } from '#platform/testing/hostile-server.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { callTool as call, closeAll, closeLast, connect, type Rows } from './testing/connect-mcp.ts'

let service: Service
let address: string
let delegated: string
let client: Client

beforeAll(async () => {
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7, 12) })
  service = await createService({ reader: chain })
  address = chain.suggestedAddresses()[0]!.address
  delegated = chain.suggestedAddresses().find(({ name }) => name === 'Delegated account')!.address
  client = await connect({ dataDir: ':memory:', source: service.url })
})
afterAll(async () => {
  await closeAll()
  await service.close()
})

it('names, latest and symbols can be typed wherever a thing is named', async () => {
  const { data: found } = await call<Rows<Transaction>>(client, 'list_rows', {
    thing: 'transactions',
    where: 'from:leviathan.sample.eth',
    limit: 1,
  })
  const whale = found.rows[0]!.item.from!
  expect(whale.ens_domain_name).toBe('leviathan.sample.eth')
  const named = whale.ens_domain_name!
  expect((await call(client, 'show', { thing: named })).data).toMatchObject({ hash: whale.hash })
  expect((await call<object[]>(client, 'statement', { address: named })).data.length).toBeGreaterThan(1)
  const latest = await call<Rows>(client, 'list_rows', { thing: 'latest', list: 'transactions' })
  expect(latest.notes).toEqual([expect.stringMatching(/^The newest block is \d+/)])
  const dated = await call<{ timestamp: string }>(client, 'show', { thing: '2026-10-07T10:00' })
  expect(Date.parse(dated.data.timestamp)).toBeLessThanOrEqual(Date.UTC(2026, 9, 7, 10))
  expect(dated.notes).toEqual([expect.stringMatching(/^At 2026-10-07 10:00:00 UTC the newest block was \d+/)])
  await expect(call(client, 'show', { thing: 'finalized' })).rejects.toThrow(/needs a node/)
  interface Movements {
    readonly movements: readonly { readonly asset: string }[]
  }
  const { data: lines } = await call<{ asset: { id: string; token?: { symbol?: string } } }[]>(
    client,
    'statement',
    { address },
  )
  const { id, token } = lines.find(({ asset }) => asset.token?.symbol)!.asset
  const { data } = await call<Movements>(client, 'ledger', { address, asset: token!.symbol!.toLowerCase() })
  expect(new Set(data.movements.map(({ asset }) => asset))).toEqual(new Set([id]))
  await expect(call(client, 'ledger', { address, asset: 'NOTHING' })).rejects.toThrow(/no asset “NOTHING”/)
})

it('tokens are found by their symbol', async () => {
  const { data: found } = await call<Rows<{ token: { symbol: string } }>>(client, 'list_rows', {
    thing: 'transfers',
  })
  const { symbol } = found.rows[0]!.item.token
  const { data } = await call<{ results: { symbol?: string; address_hash?: string }[] }>(client, 'search', {
    query: symbol,
  })
  expect(data.results.find((one) => one.symbol === symbol)?.address_hash).toMatch(/^0x/)
  expect((await call(client, 'search', { query: 'zzzzzz' })).data).toEqual({ found: 0, results: [] })
})

it('the arguments of a call are cut, and whole where that is asked for', async () => {
  const words = [address.slice(2), address.slice(2), '1', '80', '12c'].map((hex) => hex.padStart(64, '0'))
  const bytes = 'ab'.repeat(300)
  const data = `0xb88d4fde${words.join('')}${bytes}${'00'.repeat(20)}`
  const brief = await call(client, 'decode', { data })
  expect(brief.is_cut).toBe(true)
  const whole = await call(client, 'decode', { data, whole: true })
  expect(whole.is_cut).toBe(false)
  expect(JSON.stringify(whole.data)).toContain(bytes)
})

interface Calls {
  readonly total: number
  readonly calls: readonly { path: string; kind: string; to: string; value: string; called?: object }[]
}

it('the calls of a transaction come in order, in pages, with what they are called', async () => {
  const { data: found } = await call<Rows<{ transaction_hash: string }>>(client, 'list_rows', {
    thing: address,
    list: 'internal',
  })
  const transaction = found.rows[0]!.item.transaction_hash
  const { data, next } = await call<Calls>(client, 'transaction_calls', { transaction, limit: 1 })
  expect(data.calls).toHaveLength(1)
  expect(data.total).toBeGreaterThan(1)
  expect(data.calls[0]!.path ?? '').toBe('')
  const rest = await call<Calls>(client, 'transaction_calls', { transaction, limit: 1, cursor: next })
  expect(rest.data.calls[0]!.path).toBe('0')
  const { data: known } = await call<{ to: { hash: string } }>(client, 'show', { thing: transaction })
  expect(data.calls[0]!.to.toLowerCase()).toBe(known.to.hash.toLowerCase())
  await expect(call(client, 'transaction_calls', { transaction: address })).rejects.toThrow(/no transaction/)
})

it('says what a transaction did for accounts', async () => {
  const { data: found } = await call<Rows<Transaction>>(client, 'list_rows', {
    thing: delegated,
    list: 'transactions',
  })
  const signed = found.rows.find(({ item }) => item.type === 4)!.item.hash
  const { data } = await call(client, 'account_operations', { transaction: signed })
  expect(data).toMatchObject({
    total: 1,
    rows: [{ kind: 'authorization', authority: delegated, state: 'applied' }],
  })
  expect(data).not.toHaveProperty('labels')
})

it('says which accounts of a transaction the person has labelled', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-mcp-labels-'))
  const core = await createTestCore(dataDir)
  const own = connectInMemory(core.server)
  await own.call('sources.add', { url: service.url })
  await own.call('watchlist.save', { address: delegated, chainId: null, label: 'Mine' })
  core.close()
  const labelled = await connect({ dataDir, source: service.url })
  try {
    const { data: found } = await call<Rows<{ transaction_hash: string; type: string }>>(
      labelled,
      'list_rows',
      { thing: delegated, list: 'internal' },
    )
    const bundle = found.rows.find(({ item }) => item.type === 'call')!.item.transaction_hash
    const { data } = await call<{ rows: readonly { sender: string; entryPoint: string }[] }>(
      labelled,
      'account_operations',
      { transaction: bundle },
    )
    expect(data).toMatchObject({ labels: { [delegated]: 'Mine' } })
    const [operation] = data.rows.filter(({ sender }) => sender === delegated)
    expect(operation?.entryPoint).toBe(parseAddress(operation!.entryPoint)?.address)
    expect(operation?.entryPoint).not.toBe(operation?.entryPoint.toLowerCase())
  } finally {
    await closeLast()
    rmSync(dataDir, { recursive: true })
  }
})

it('an address is asked for on the chains that are named', async () => {
  const { source } = await call(client, 'show', { thing: address })
  const { data } = await call<{ asked: number; chains: { source: string; balance?: string }[] }>(
    client,
    'all_chains',
    { address, chains: [source.id, 'sample'] },
  )
  expect(data.asked).toBe(2)
  const { data: shown } = await call<{ coin_balance: string }>(client, 'show', { thing: address })
  expect(data.chains.find((one) => one.source === source.id)?.balance).toBe(shown.coin_balance)
  expect((await call(client, 'all_chains', { address, chains: ['nothing'] })).data).toEqual({
    asked: 0,
    chains: [],
  })
})

it('lists are kept where the person allows it, and only once the cost was told', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-mcp-keep-'))
  const core = await createTestCore(dataDir)
  const added = await connectInMemory(core.server).call('sources.add', { url: service.url, name: 'Kept' })
  core.close()
  if (!added.ok) throw new Error(added.error.code)
  const source = added.data.id
  const keeping = await connect({ dataDir, source, allowsKeeping: true })
  try {
    const of = { address, lists: ['transactions'] }
    const { data: cost } = await call<{ agreed: string; kept: boolean; requests: number }>(
      keeping,
      'keep',
      of,
    )
    expect(cost).toMatchObject({ kept: false, requests: expect.any(Number) as number, credits: 0 })
    expect((await call(keeping, 'list_kept')).data).toEqual([])
    const other = await call(keeping, 'keep', { ...of, agreed: 'something else' })
    expect(other.data).toMatchObject({ kept: false })
    expect(other.notes).toEqual(['What it would take has changed: nothing was read.'])
    const done = await call(keeping, 'keep', { ...of, agreed: cost.agreed })
    expect(done.data).toMatchObject({ kept: true, state: 'done' })
    expect((await call<object[]>(keeping, 'list_kept')).data).toHaveLength(1)
    const { counts } = (await call<{ counts: object }>(keeping, 'ask', { question: 'value>0' })).data
    expect(counts).toHaveProperty('transaction')
    const { data: sent } = await call<Rows<Transaction>>(keeping, 'ask', {
      ...{ question: 'out value>0 -failed', address, limit: 200 },
    })
    const receivers = new Set(sent.rows.map(({ item }) => item.to?.hash.toLowerCase()))
    const flow = await call<Flow>(keeping, 'flow', { address, asset: 'coin', limit: 200 })
    expect(receivers.size).toBeGreaterThan(3)
    expect(flow.data.sums.map((sum) => sum.to)).toEqual(expect.arrayContaining([...receivers]))
  } finally {
    await closeLast()
    rmSync(dataDir, { recursive: true })
  }
})

describe('keep, of a server that a test answers for', () => {
  let dataDir: string
  let hostile: HostileServer
  let keeping: Client
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'chainglass-mcp-keeping-'))
    hostile = await openHostileServer()
    const core = await createTestCore(dataDir)
    const added = await connectInMemory(core.server).call('sources.add', {
      ...{ url: hostile.url, name: 'Hostile', unchecked: true },
    })
    core.close()
    if (!added.ok) throw new Error(added.error.code)
    keeping = await connect({ dataDir, source: added.data.id, allowsKeeping: true })
  })
  afterEach(async () => {
    await closeLast()
    await hostile.close()
    rmSync(dataDir, { recursive: true })
  })

  it('that is cancelled pauses what it began, which spends no more', async () => {
    const isList = ({ path }: Seen) => path.endsWith('/transactions')
    hostile.always((response, seen) =>
      (isList(seen) ? behaviours.silent : behaviours.json({}, 404))(response, seen),
    )
    const of = { address, lists: ['transactions'] }
    const { data: cost } = await call<{ agreed: string }>(keeping, 'keep', of)
    const cancelled = new AbortController()
    const keep = keeping
      .callTool({ name: 'keep', arguments: { ...of, agreed: cost.agreed } }, undefined, {
        signal: cancelled.signal,
      })
      .catch(() => 'cancelled')
    await hostile.until((requests) => requests.some(isList))
    cancelled.abort()
    expect(await keep).toBe('cancelled')
    await expect
      .poll(async () =>
        (await call<{ state: string }[]>(keeping, 'list_kept')).data.map(({ state }) => state),
      )
      .toEqual(['paused'])
    await hostile.until((requests) => requests.filter(isList).every(({ hungUp }) => hungUp))
  })

  it('is told to take nothing for the empty lists that it skips', async () => {
    const counts = { transactions_count: 20, token_transfers_count: 0, validations_count: 0 }
    hostile.always((response, seen) =>
      (/counters$/.test(seen.path) ? behaviours.json(counts) : behaviours.json({}, 404))(response, seen),
    )
    interface Cost {
      readonly requests: number
      readonly lists: readonly { readonly total: number | null }[]
    }
    const { data } = await call<Cost>(keeping, 'keep', { address })
    const { data: all } = await call<Cost['lists']>(keeping, 'estimate_keep', { address })
    expect(all.some(({ total }) => total === 0)).toBe(true)
    expect(data.lists).toEqual(all.filter(({ total }) => total !== 0))
    expect(data.requests).toBe(data.lists.length)
  })
})

interface Flow {
  readonly sums: readonly { readonly to: string }[]
}
