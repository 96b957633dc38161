/** Lists of local chains as a window asks for them: over the contract, from the service that a host starts. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChainReader } from '#service/chain-reader.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain, type SampleChainOptions, type SampleChain } from '#service/sample/sample-chain.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { activityOf } from '#shared/query/activity.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { OpenList } from '#shared/rpc/contract/lists.ts'
import { MAX_OWN_PAGE_SIZE } from '#shared/lists/filters.ts'
import type { Result } from '#shared/errors/errors.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import type { Core } from '../create-core.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'
import { createTestCore } from '../testing/create-test-core.ts'

/** Mined rows; pending rows are not stored. */
const ROWS = 5_003
const PENDING = 4
const PAGE = MAX_OWN_PAGE_SIZE
const LOCAL_FILE = ['local', 'chainglass.lists.sqlite'] as const

let folder: string
let service: Service
let core: Core
let client: RpcClient
let chain: SampleChain
let clock: number
/** Large pages; polls and this test request pages of other sizes. */
let pages: number
/** Called for each page; throws to refuse it. */
let onPage: () => Promise<void> | void

const chainWith = (options: SampleChainOptions = {}) =>
  createSampleChain({ transactions: 5_000, live: true, now: () => clock, ...options })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-open-'))
  clock = Date.UTC(2026, 9, 7, 12)
  pages = 0
  onPage = () => undefined
  chain = chainWith()
  const reader: ChainReader = {
    ...chain,
    version: () => chain.version?.() ?? '',
    suggestedAddresses: () => chain.suggestedAddresses(),
    detail: (id, params) => chain.detail(id, params),
    async list(id, request) {
      if (id !== 'address-transactions' || request.limit < PAGE) return chain.list(id, request)
      pages += 1
      await onPage()
      return chain.list(id, request)
    },
  }
  service = await createService({ reader, dialect: 'v12', maxPageSize: PAGE })
  await startCore()
})
afterEach(async () => {
  core.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

async function startCore() {
  core = await createTestCore(folder, {
    services: {
      sampleUrl: () => Promise.resolve(service.url),
      nodes: { ...noNodes, follow: () => Promise.resolve(service.url) },
    },
  })
  client = connectInMemory(core.server)
}

const listOf = (source = 'sample') => ({
  source,
  list: 'address-transactions' as const,
  params: { address_hash: chain.suggestedAddresses()[0]!.address },
  filters: {},
})

type ListInput = ReturnType<typeof listOf> & { others?: string[] }

/** Opens a list and asks for all rows. Collects the states that a window gets; the last is the current one. */
function open(list: ListInput = listOf()) {
  const told: OpenList[] = []
  const stop = client.subscribe('lists.open', list, (state) => {
    if (told.push(state) === 1) void client.call('lists.loadAll', { id: state.id })
  })
  return { told, stop, last: () => told.at(-1) }
}
const isWhole = async (opened: ReturnType<typeof open>, loaded = ROWS) => {
  await expect.poll(opened.last).toMatchObject({ loaded, isWhole: true, isEnd: true, isReading: false })
}

async function find(asked: Partial<CallInput<'rows.find'>> = {}, list: ListInput = listOf()) {
  const answer = await client.call('rows.find', {
    scope: { of: 'list', ...list },
    text: '',
    zone: 'utc',
    sort: null,
    offset: 0,
    limit: 200,
    ...asked,
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.data
}

/** All rows, read page by page as a window does. */
async function readAll(list: ListInput = listOf()): Promise<Transaction[]> {
  const rows: Transaction[] = []
  let cursor: Cursor | null = null
  do {
    const page: Result<Page> = await client.call('lists.page', { ...list, cursor })
    if (!page.ok) throw new Error(JSON.stringify(page.error))
    rows.push(...(page.data.items as Transaction[]))
    cursor = page.data.next
  } while (cursor)
  return rows.filter(({ block_number: block }) => block !== null)
}

async function addNode(): Promise<string> {
  const added = await client.call('nodes.add', { rpcUrl: 'http://127.0.0.1:1', name: 'Mine' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  return added.data.id
}

test('a list of the sample chain is read to its end in large pages, and asked like a kept one', async () => {
  const opened = open()
  await isWhole(opened)
  // The first poll requests the first page once more.
  expect(pages).toBeLessThanOrEqual(Math.ceil((ROWS + PENDING) / PAGE) + 1)
  const rows = await readAll()
  const values = rows
    .map(({ value }) => BigInt(value ?? 0))
    .sort((one, other) => (one < other ? 1 : one > other ? -1 : 0))
  const largest = await find({ sort: { by: 'amount', descending: true }, limit: 50 })
  expect(largest).toMatchObject({ count: ROWS, loaded: ROWS, isComplete: true })
  expect(largest.rows.map(({ item }) => BigInt((item as Transaction).value ?? 0))).toEqual(
    values.slice(0, 50),
  )
  const failed = rows.filter(({ status }) => status === 'error')
  expect(await find({ text: 'failed' })).toMatchObject({ count: failed.length })
  const totals = await client.call('rows.totals', {
    scope: { of: 'list', ...listOf() },
    text: '',
    zone: 'utc',
    grouping: 'counterparty',
    offset: 0,
    limit: 5,
  })
  expect(totals).toMatchObject({ ok: true, data: { totals: { rows: ROWS } } })
  const asked = { scope: { of: 'list', ...listOf() }, text: '', zone: 'utc' } as const
  const told = await client.call('rows.activity', asked)
  expect(told).toMatchObject({
    ok: true,
    data: { activity: activityOf(rows.map(({ timestamp }) => Date.parse(timestamp ?? ''))), undated: 0 },
  })
  opened.stop()
})

test('of several addresses as one each list is read to its end, and they are asked as one', async () => {
  const [first, second] = chain.suggestedAddresses().map(({ address }) => address.toLowerCase())
  const merged = { ...listOf(), params: { address_hash: first! }, others: [second!] }
  const opened = open(merged)
  await expect.poll(opened.last).toMatchObject({ isWhole: true, isReading: false })
  const rows = await readAll(merged)
  const found = await find({}, merged)
  expect(found).toMatchObject({ count: rows.length, loaded: rows.length, isComplete: true })
  // The rows equal those read page by page, with their owners.
  expect(found.rows.map(({ item }) => item)).toEqual(rows.slice(0, 200))
  opened.stop()
  const answer = await client.call('rows.find', {
    scope: { of: 'list', ...merged, list: 'address-coin-balances' },
    ...{ text: '', zone: 'utc', sort: null, offset: 0, limit: 1 },
  })
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'others' } })
})

test('rows that come while it is open are read from its head, and told', async () => {
  const opened = open()
  await isWhole(opened)
  const before = pages
  clock += 60_000
  await expect.poll(() => opened.last()?.loaded).toBeGreaterThan(ROWS)
  const now = await readAll()
  await expect.poll(async () => (await find()).count).toBe(now.length)
  expect(pages - before).toBeLessThanOrEqual(3)
  opened.stop()
})

test('of several windows each is told, and it is read once; with the last it ends', async () => {
  let release = () => undefined as void
  const gate = new Promise<void>((resolve) => (release = resolve))
  onPage = () => (pages < 4 ? undefined : gate)
  const [one, other] = [open(), open()]
  await expect.poll(() => pages).toBe(4)
  one.stop()
  await expect.poll(() => other.last()?.loaded).toBe(3 * PAGE - PENDING)
  expect(other.last()).toMatchObject({ isReading: true, isWhole: false })
  // Loaded rows can be asked at once.
  expect(await find({ text: '' })).toMatchObject({ loaded: 3 * PAGE - PENDING, isComplete: false })
  other.stop()
  release()
  const again = open()
  await isWhole(again)
  again.stop()
})

test('what keeps it from being read is told, and it goes on when the list changes', async () => {
  onPage = () => {
    if (pages >= 3) throw new Error('out of order')
  }
  const opened = open()
  await expect.poll(opened.last).toMatchObject({
    isReading: false,
    isWhole: false,
    error: { error: { code: 'server_error' }, retryInMs: null },
  })
  onPage = () => undefined
  clock += 10_000
  await expect.poll(() => opened.last()?.isWhole).toBe(true)
  expect(opened.last()).not.toHaveProperty('error')
  opened.stop()
})

test('nothing of it stays on the disk: after the end, nor after a process that was killed', async () => {
  const file = join(folder, ...LOCAL_FILE)
  const opened = open()
  await isWhole(opened)
  expect(existsSync(file)).toBe(true)
  opened.stop()
  core.close()
  expect(existsSync(file)).toBe(false)
  mkdirSync(join(folder, 'local'), { recursive: true })
  writeFileSync(file, 'left behind')
  await startCore()
  expect(existsSync(file)).toBe(false)
})

test('a node whose chain was set back shows nothing of the former one', async () => {
  const node = await addNode()
  const former = open(listOf(node))
  await isWhole(former)
  const old = new Set((await readAll(listOf(node))).map(({ hash }) => hash))
  chain = chainWith({ seed: 'another', transactions: 3_000 })
  const rows = await readAll(listOf(node))
  // While the list is open and the node's address is the same.
  expect(rows.some(({ hash }) => old.has(hash))).toBe(false)
  former.stop()
  const opened = open(listOf(node))
  await isWhole(opened, rows.length)
  const found = await find({}, listOf(node))
  expect(found.rows.map(({ item }) => (item as Transaction).hash)).toEqual(
    rows.slice(0, 200).map(({ hash }) => hash),
  )
  opened.stop()
})

test('where nothing is kept by the person’s wish it is read all the same: nothing of it stays', async () => {
  await client.call('settings.change', { keepRead: false })
  const opened = open()
  await isWhole(opened)
  expect(await find()).toMatchObject({ loaded: ROWS, isComplete: true })
  opened.stop()
})

test('it is read on once the person no longer stops it', async () => {
  const gate = Promise.withResolvers<void>()
  onPage = () => (pages < 4 ? undefined : gate.promise)
  const opened = open()
  await expect.poll(() => pages).toBe(4)
  const { id } = opened.last()!
  expect(await client.call('lists.stop', { id })).toEqual({ ok: true, data: null })
  gate.resolve()
  await expect.poll(opened.last).toMatchObject({ isReading: false, isWhole: false, isEnd: false })
  const { loaded } = opened.last()!
  await client.call('lists.more', { id })
  await expect.poll(() => opened.last()?.loaded).toBe(loaded + 50)
  await client.call('lists.loadAll', { id })
  await isWhole(opened)
  opened.stop()
})

test('its pending rows are told beside those that can be asked', async () => {
  const opened = open()
  await isWhole(opened)
  expect(opened.last()?.pending).toHaveLength(PENDING)
  expect(opened.last()?.pending[0]?.item).toMatchObject({ block_number: null })
  opened.stop()
})

test('everything that is forgotten or erased goes from here, too', async () => {
  const opened = open()
  await isWhole(opened)
  opened.stop()
  await client.call('archive.forget', { source: null })
  expect(await find()).toMatchObject({ loaded: 0, readAt: null })
})
