/**
 * Holdings of several addresses, open as one list: over the contract, real HTTP and a real file; only the clock is fake.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ChainReader } from '#service/chain-reader.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { TokenBalance } from '#shared/chain/token.ts'
import type { Result } from '#shared/errors/errors.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { ownersOf } from '#shared/lists/merged-lists.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { sortValue } from '#shared/query/sort.ts'
import { compareValues } from '#shared/query/sort-values.ts'
import { countTotals } from '#shared/query/totals.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { OpenList } from '#shared/rpc/contract/lists.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { writeTotals } from '#shared/rpc/totals-text.ts'
import { ARCHIVE_FILE } from '../archive/archive-file.ts'
import type { Core } from '../create-core.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'
import { createTestCore } from '../testing/create-test-core.ts'

const LISTS: readonly ListId[] = ['address-tokens', 'address-nfts', 'address-nft-collections']

let folder: string
let service: Service
let core: Core
let client: RpcClient
let source: string
let members: readonly string[]
let clock: number
/** Addresses whose lists were requested, once for each page. */
let asked: string[]
/** Addresses whose lists fail. */
let broken: Set<string>

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    shouldAdvanceTime: true,
    now: Date.UTC(2026, 9, 7, 12),
  })
  folder = mkdtempSync(join(tmpdir(), 'chainglass-combined-'))
  clock = Date.UTC(2026, 9, 7, 12)
  asked = []
  broken = new Set()
  const chain = createSampleChain({ transactions: 500, live: true, now: () => clock })
  members = chain
    .suggestedAddresses()
    .slice(0, 3)
    .map(({ address }) => address.toLowerCase())
  const reader: ChainReader = {
    ...chain,
    version: () => chain.version?.() ?? '',
    suggestedAddresses: () => chain.suggestedAddresses(),
    detail: (id, params) => chain.detail(id, params),
    list(id, request) {
      const address = (request.params.address_hash ?? '').toLowerCase()
      if (LISTS.includes(id)) {
        asked.push(address)
        if (broken.has(address)) throw new Error('out of order')
      }
      return chain.list(id, request)
    },
  }
  service = await createService({ reader, dialect: 'v12' })
  await startCore()
  const added = await client.call('sources.add', { url: service.url })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  source = added.data.id
})
afterEach(async () => {
  core.close()
  vi.useRealTimers()
  await service.close()
  rmSync(folder, { recursive: true })
})

async function startCore() {
  core = await createTestCore(folder, {
    services: { sampleUrl: () => Promise.resolve(service.url), nodes: noNodes },
  })
  client = connectInMemory(core.server)
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function named(list: ListId = 'address-tokens', of: readonly string[] = members, by = source) {
  const [first = '', ...others] = of
  return { source: by, list, params: { address_hash: first }, filters: {}, others }
}
type Named = ReturnType<typeof named>

function open(list: Named = named()) {
  const told: OpenList[] = []
  const close = client.subscribe('lists.open', list, (state) => told.push(state))
  onTestFinished(close)
  const state = () => {
    const last = told.at(-1)
    if (!last) throw new Error('Nothing was told')
    return last
  }
  const call = (name: 'lists.refresh' | 'lists.retry' | 'lists.loadAll' | 'lists.more') =>
    client.call(name, { id: state().id })
  return { told, state, close, call }
}
async function settled({ told, state }: ReturnType<typeof open>, expected: object = {}) {
  await expect.poll(() => told.length).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      await pass(100)
      return state()
    })
    .toMatchObject({ isReading: false, ...expected })
}

async function find(list: Named = named(), more: Partial<CallInput<'rows.find'>> = {}) {
  const answer = await client.call('rows.find', {
    scope: { of: 'list', ...list },
    ...{ text: '', zone: 'utc', sort: null, offset: 0, limit: 200 },
    ...more,
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.data
}
const itemsIn = ({ rows }: Awaited<ReturnType<typeof find>>) => rows.map(({ item }) => item as TokenBalance)

/** All rows, merged page by page. */
async function readPages(list: Named = named()): Promise<TokenBalance[]> {
  const rows: TokenBalance[] = []
  let cursor: Cursor | null = null
  do {
    const page: Result<Page> = await client.call('lists.page', { ...list, cursor, refresh: true })
    if (!page.ok) throw new Error(JSON.stringify(page.error))
    rows.push(...(page.data.items as TokenBalance[]))
    cursor = page.data.next
  } while (cursor)
  return rows
}

const contextOf = (): RowContext => ({
  ownAddress: members[0],
  ownAddresses: new Set(members.toSorted()),
  ownToken: undefined,
  coin: { symbol: 'ETH', decimals: 18 },
  labels: new Map(),
  zone: 'utc',
})

test.each(LISTS)(
  '%s: what is merged of all is one list, each row once and added up, with whose it is',
  async (list) => {
    const opened = open(named(list))
    await settled(opened, {
      isWhole: true,
      isEnd: true,
      isCurrent: true,
      newer: { count: 0, pending: 0, gap: false, from: [] },
    })
    expect(opened.state()).not.toHaveProperty('missing')
    const rows = await readPages(named(list))
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.some((row) => (ownersOf(row)?.of.length ?? 0) > 1)).toBe(true)
    const found = await find(named(list))
    expect(found).toMatchObject({
      count: rows.length,
      loaded: rows.length,
      isComplete: true,
      gaps: [],
      next: null,
    })
    expect(found.revision).toBe(opened.state().revision)
    expect(opened.state().loaded).toBe(rows.length)
    expect(itemsIn(found)).toEqual(rows)
    // The same addresses in another order and case are the same list.
    const [one = '', ...others] = members.toReversed()
    const again = named(list, [one.toUpperCase().replace('0X', '0x'), ...others])
    expect(await find(again)).toEqual(found)
    // The list of each address contains only its own rows.
    const own = await find({ ...named(list), others: undefined } as never)
    expect(own.count).toBeLessThan(rows.length)
  },
)

test('where its file can’t be written it is in memory, and nothing is asked twice', async () => {
  const first = open()
  await settled(first, { isWhole: true })
  const rows = itemsIn(await find())
  first.close()
  const file = new DatabaseSync(join(folder, 'local', ARCHIVE_FILE))
  file.exec("CREATE TRIGGER no_room BEFORE INSERT ON bodies BEGIN SELECT raise(ABORT, 'full'); END")
  file.exec(
    'DELETE FROM bodies; DELETE FROM items; DELETE FROM cursors; DELETE FROM intervals; DELETE FROM lists',
  )
  file.close()
  const before = asked.length
  const again = open()
  await settled(again, { isWhole: true, isCurrent: true, loaded: rows.length })
  expect(again.state()).not.toHaveProperty('error')
  expect(itemsIn(await find())).toEqual(rows)
  expect(asked.length).toBe(2 * before)
  again.close()
})

test('it is asked, sorted and added up like any list', async () => {
  await settled(open(), { isWhole: true })
  const rows = await readPages()
  const sort = { by: 'amount', descending: true } as const
  const valueOf = sortValue('token-balance', 'amount', contextOf())
  const sorted = rows.toSorted((one, other) => compareValues(valueOf(one), valueOf(other), true))
  expect(itemsIn(await find(named(), { sort })).map(valueOf)).toEqual(sorted.map(valueOf))
  const owners = sortValue('token-balance', 'owners', contextOf())
  const byOwners = itemsIn(await find(named(), { sort: { by: 'owners', descending: false } })).map(owners)
  expect(byOwners).toEqual(rows.map(owners).sort((one, other) => compareValues(one, other, false)))
  const symbol = rows.find(({ token }) => token.symbol)?.token.symbol ?? ''
  const some = await find(named(), { text: `token:${symbol}` })
  expect(some.count).toBeGreaterThan(0)
  expect(some.count).toBeLessThan(rows.length)
  const totals = await client.call('rows.totals', {
    scope: { of: 'list', ...named() },
    ...{ text: '', zone: 'utc', grouping: null, offset: 0, limit: 10 },
  })
  if (!totals.ok) throw new Error(JSON.stringify(totals.error))
  const counter = countTotals('token-balance', contextOf(), undefined, (time) => time)
  for (const row of rows) counter.add(row)
  const sums = (all: ReturnType<typeof writeTotals>['sums'] | undefined) =>
    new Set(all?.map(({ token, sum, rows }) => `${String(token?.address_hash)} ${sum} ${String(rows)}`))
  expect(sums(totals.data.totals?.sums)).toEqual(sums(writeTotals(counter.totals, 1_000).sums))
})

test('a refresh asks for all of it anew; going on and reading all ask for nothing', async () => {
  const list = open()
  await settled(list, { isWhole: true })
  const before = asked.length
  await list.call('lists.more')
  await list.call('lists.loadAll')
  await settled(list, { isWhole: true })
  expect(list.state()).not.toHaveProperty('loadAll')
  expect(asked.length).toBe(before)
  const { readAt } = list.state()
  clock += 3_600_000
  await pass(1_000)
  await list.call('lists.refresh')
  await settled(list, { isWhole: true })
  expect(asked.length).toBe(2 * before)
  expect(list.state().readAt).toBeGreaterThan(readAt ?? Infinity)
  expect(itemsIn(await find())).toEqual(await readPages())
})

test('one that can not be read stops no other, is told, and is asked again by itself', async () => {
  const [, lost = ''] = members
  broken.add(lost)
  const list = open()
  await settled(list, {
    isWhole: false,
    isEnd: true,
    missing: [{ address: lost, error: { code: 'server_error' } }],
  })
  expect(list.state()).not.toHaveProperty('error')
  const others = members.filter((member) => member !== lost)
  expect(await find()).toMatchObject({ isComplete: false })
  expect(itemsIn(await find()).flatMap((row) => ownersOf(row)?.of)).not.toContain(lost)
  broken.clear()
  asked = []
  await list.call('lists.retry')
  await settled(list, { isWhole: true })
  expect(list.state()).not.toHaveProperty('missing')
  // Lists that were read already are not requested again.
  for (const member of others) expect(asked).not.toContain(member)
  expect(itemsIn(await find())).toEqual(await readPages())
})

test('of whom nothing can be read any more what is held stays, with why', async () => {
  const list = open()
  await settled(list, { isWhole: true })
  const rows = itemsIn(await find())
  broken.add(members[0] ?? '')
  await list.call('lists.refresh')
  await settled(list, {
    isCurrent: false,
    missing: [{ address: members[0], error: { code: 'server_error' } }],
  })
  expect(itemsIn(await find())).toEqual(rows)
  broken = new Set(members)
  await list.call('lists.refresh')
  await settled(list, { isCurrent: false, error: { error: { code: 'server_error' } } })
  expect(itemsIn(await find())).toEqual(rows)
})

test('it is made of what is kept of each after a core that died, and is kept nowhere itself', async () => {
  const list = open()
  await settled(list, { isWhole: true })
  const readAt = list.state().readAt ?? 0
  const rows = itemsIn(await find())
  const status = await client.call('archive.status', {})
  expect(status).toMatchObject({ ok: true, data: { sources: [{ lists: members.length }] } })
  // Each row in the list of its address, and once.
  const everything = await find({ of: 'everything', sources: [source] } as never, {
    scope: { of: 'everything', sources: [source] },
    kind: 'token-balance',
  })
  expect(everything.count).toBeGreaterThan(0)
  list.close()
  core.close()
  await startCore()
  broken = new Set(members)
  await pass(60_000)
  const again = open()
  await settled(again, {
    ...{ loaded: rows.length, isCurrent: false, error: { error: { code: 'server_error' } } },
  })
  // The age is that of the pages it is combined from.
  expect(again.state().readAt).toBeLessThanOrEqual(readAt)
  expect(again.state().readAt).toBeGreaterThan(readAt - 10_000)
  expect(itemsIn(await find())).toEqual(rows)
})

test('one that was closed a moment ago is not asked for again', async () => {
  const list = open()
  await settled(list, { isWhole: true })
  list.close()
  const before = asked.length
  const again = open()
  await settled(again, { isWhole: true, isCurrent: true })
  expect(asked.length).toBe(before)
})

test('with keeping turned off it goes when it is closed, with what it was made of', async () => {
  await client.call('settings.change', { keepRead: false })
  const list = open()
  await settled(list, { isWhole: true })
  expect((await find()).count).toBe((await readPages()).length)
  const [one = ''] = members
  const own = { ...named('address-tokens', [one]), others: undefined }
  const opened = open(own as never)
  await settled(opened, { isWhole: true })
  list.close()
  expect(await find()).toMatchObject({ count: 0 })
  expect((await find(own as never)).count).toBeGreaterThan(0)
  opened.close()
  expect(await find(own as never)).toMatchObject({ count: 0 })
  for (const member of members)
    expect(await find(named('address-tokens', [member]))).toMatchObject({ count: 0 })
})

test('of the chain of this machine as well', async () => {
  const list = open(named('address-tokens', members, 'sample'))
  await settled(list, { isWhole: true, isCurrent: true })
  expect(itemsIn(await find(named('address-tokens', members, 'sample')))).toEqual(
    await readPages(named('address-tokens', members, 'sample')),
  )
})
