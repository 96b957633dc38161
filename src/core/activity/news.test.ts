/** Looks at watched addresses over real HTTP, at a pace made for a test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { News, NewsArrival } from '#shared/rpc/contract/news.ts'
import { createApiClient, type ApiClient } from '../api-client/create-api-client.ts'
import { createRecentItems, type RecentItems } from '../settings/recent-items.ts'
import { createSettings, type SettingsKeeper } from '../settings/settings.ts'
import { createSources, type Sources } from '../sources/sources.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { createWatchlist, type Watchlist } from '../watchlist/watchlist.ts'
import { LOOK_PACE, type LookPace } from './look-pace.ts'
import { newsParts, type NewsParts, type Notice } from './news-parts.ts'
import { noNodes } from '../testing/no-nodes.ts'

const context = { signal: new AbortController().signal }
const WHALE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const OTHER = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const every = (ms: number) => ({ sample: ms, local: ms, instance: ms, pro: ms })
const FAST: LookPace = {
  firstAfterMs: 0,
  requestEveryMs: every(2),
  lookEveryMs: every(20),
  hiddenFactor: 4,
  afterFailureMs: 20,
  longestPauseMs: 60_000,
}

/** An instance with one chain that grows when the test says so. */
interface FakeChain {
  url: string
  server: Server
  asked: { at: number; path: string }[]
  blocks: number[]
  internal: number[]
  /** As the source counts them; undefined where it does not. */
  transfers: number | undefined
  /** Amounts by the number of the token. */
  holdings: Record<number, string>
  status: number
}
let chain: FakeChain
let folder: string
let store: Store
let settings: SettingsKeeper
let recents: RecentItems
let sources: Sources
let watchlist: Watchlist
let client: ApiClient
let news: NewsParts

/** A busy machine takes its time. */
const soon = <T>(what: () => T) => expect.poll(what, { timeout: 15_000 })
const hash = (block: number, index: number) =>
  `0x${block.toString(16).padStart(32, '0')}${index.toString(16).padStart(32, '0')}`

async function fakeChain(): Promise<FakeChain> {
  const fake: FakeChain = {
    url: '',
    server: createServer(),
    asked: [],
    blocks: [5, 4, 3],
    internal: [2],
    transfers: 10,
    holdings: { 1: '100' },
    status: 200,
  }
  fake.server.on('request', (request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    fake.asked.push({ at: performance.now(), path: url.pathname })
    response.writeHead(
      url.pathname.endsWith('/counters') && fake.transfers === undefined ? 404 : fake.status,
      { 'content-type': 'application/json' },
    )
    response.end(JSON.stringify(fake.status === 200 ? answer(fake, url) : { message: 'no' }))
  })
  await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${String((fake.server.address() as AddressInfo).port)}`
  return fake
}

function answer(fake: FakeChain, url: URL) {
  if (url.pathname.endsWith('/counters'))
    return { transactions_count: '0', token_transfers_count: String(fake.transfers) }
  if (url.pathname.endsWith('/tokens')) {
    const items = Object.entries(fake.holdings).map(([n, value]) => ({
      token: { address_hash: `0x${n.padStart(40, '0')}`, type: 'ERC-20' },
      token_id: null,
      value,
    }))
    return { items, next_page_params: null }
  }
  const internal = url.pathname.endsWith('/internal-transactions')
  const before = Number(url.searchParams.get('block_number') ?? Infinity)
  const rest = (internal ? fake.internal : fake.blocks).filter((block) => block < before)
  const items = rest
    .slice(0, 50)
    .map((block) =>
      internal
        ? { transaction_hash: hash(block, 1), index: 1, block_number: block, type: 'call' }
        : { hash: hash(block, 0), block_number: block },
    )
  const last = rest[49]
  const next =
    rest.length > 50 && last !== undefined ? { block_number: last, index: 0, items_count: 50 } : null
  return { items, next_page_params: next }
}

function start(pace: LookPace = FAST, notify?: (notice: Notice) => void) {
  store = openStore({ dataDir: folder })
  settings = createSettings(store)
  recents = createRecentItems(store)
  sources = createSources({
    followNode: noNodes.follow,
    store,
    sampleUrl: () => Promise.resolve(chain.url),
    keyState: () => ({ state: 'none' }),
  })
  watchlist = createWatchlist(store)
  client = createApiClient({ userAgent: 'test', keyFor: () => undefined })
  news = newsParts({ store, client, sources, recents, watchlist, settings, pace, notify })
}
function stop() {
  news.close()
  client.close()
  sources.close()
  store.close()
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-news-'))
  chain = await fakeChain()
  start()
})
afterEach(async () => {
  stop()
  chain.server.closeAllConnections()
  await new Promise((resolve) => chain.server.close(resolve))
  rmSync(folder, { recursive: true })
})

const list = async (): Promise<News> => news.handlers['news.list']({}, context)
const items = async () => (await list()).items.map(({ at: _, ...item }) => item)
const looksAt = (address: string) =>
  chain.asked.filter(
    ({ path }) =>
      path === `/api/v2/addresses/${address}/transactions` ||
      path === `/api/v2/addresses/${address.toLowerCase()}/transactions`,
  ).length
const watch = (address = WHALE, chainId: string | null = null) =>
  watchlist.save({ address, chainId, label: 'Whale' }).id
const lookedAt = async (address: string, times = 1) => {
  const from = looksAt(address)
  // One more than that: the one before is then whole.
  await soon(() => looksAt(address)).toBeGreaterThan(from + times)
}

describe('a watched address', () => {
  test('has no news from before it was watched; then each new thing is counted, until it is seen', async () => {
    const id = watch()
    await lookedAt(WHALE)
    expect(await items()).toEqual([])

    chain.blocks.unshift(7, 6)
    chain.internal.unshift(7)
    chain.transfers = 13
    await expect
      .poll(items)
      .toEqual([{ id, source: 'sample', transactions: 2, transfers: 3, internal: 1, more: false }])
    chain.blocks.unshift(8)
    await soon(items).toMatchObject([{ transactions: 3, transfers: 3, internal: 1 }])
    await lookedAt(WHALE) // looking again counts nothing twice
    expect(await items()).toMatchObject([{ transactions: 3, transfers: 3, internal: 1 }])

    await news.handlers['news.seen']({ id }, context)
    expect(await items()).toEqual([])
  })

  test('is seen by opening it on that source', async () => {
    const id = watch()
    await lookedAt(WHALE)
    chain.blocks.unshift(6)
    await soon(items).toMatchObject([{ id, transactions: 1 }])
    recents.visit({ source: 'eth', path: `/address/${WHALE}`, title: '' })
    expect(await items()).toHaveLength(1)
    recents.visit({ source: 'sample', path: `/address/${WHALE.toLowerCase()}`, title: '' })
    expect(await items()).toEqual([])
  })

  test('has news from while the program was closed, and says since when', async () => {
    const id = watch()
    await lookedAt(WHALE)
    expect((await list()).since).toBeNull()
    stop()
    chain.blocks.unshift(9, 8, 7)
    start()
    await soon(items).toMatchObject([{ id, transactions: 3 }])
    expect(Date.parse((await list()).since ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('with more news than three pages is told as more', async () => {
    const id = watch()
    await lookedAt(WHALE)
    chain.blocks.unshift(...Array.from({ length: 400 }, (_, n) => 1_000 - n))
    await soon(items).toMatchObject([{ id, transactions: 150, more: true }])
  })

  test('without a counter of transfers is told of tokens that came, went or changed in amount', async () => {
    chain.transfers = undefined
    const id = watch()
    await lookedAt(WHALE)
    chain.blocks.unshift(6)
    await soon(items).toMatchObject([{ id, transactions: 1, transfers: 0 }])
    chain.holdings = { 1: '250', 2: '7' }
    await soon(items).toMatchObject([{ id, transactions: 1, transfers: 2 }])
    chain.holdings = { 1: '250' }
    await soon(items).toMatchObject([{ transfers: 3 }])
    await lookedAt(WHALE)
    expect(await items()).toMatchObject([{ transactions: 1, transfers: 3 }])
    // It was found out once that there is none.
    expect(chain.asked.filter(({ path }) => path.endsWith('/counters'))).toHaveLength(1)
  })

  test('that is no longer watched, or is only labelled, is not looked at', async () => {
    const id = watch()
    watchlist.save({ address: OTHER, chainId: null, watched: false })
    await lookedAt(WHALE)
    watchlist.remove([id])
    chain.blocks.unshift(6)
    const asked = chain.asked.length
    const third = watch('0xdAC17F958D2ee523a2206206994597C13D831ec7')
    await lookedAt('0xdAC17F958D2ee523a2206206994597C13D831ec7', 3)
    expect(
      chain.asked.slice(asked + 3).some(({ path }) => path.toLowerCase().includes(WHALE.toLowerCase())),
    ).toBe(false)
    expect(looksAt(OTHER)).toBe(0)
    expect(await items()).toEqual([])
    watchlist.remove([third])
  })
})

describe('gently', () => {
  test('no two requests to a source closer than its pace, however many are watched', async () => {
    stop()
    start({ ...FAST, requestEveryMs: every(40) })
    for (let n = 1; n <= 20; n += 1) watch(`0x${String(n).padStart(40, '0')}`)
    await soon(() => chain.asked.length).toBeGreaterThan(12)
    // Over all of them: a single one may reach the server late.
    const took = (chain.asked.at(-1)?.at ?? 0) - (chain.asked[0]?.at ?? 0)
    expect(took).toBeGreaterThan((chain.asked.length - 1) * 40 * 0.7)
    expect(new Set(chain.asked.map(({ path }) => path.split('/')[4])).size).toBeGreaterThan(2)
  })

  test('everyone gets a turn, one that always fails does not keep the others out', async () => {
    watch(WHALE)
    watch(OTHER)
    await lookedAt(OTHER)
    await lookedAt(WHALE)
    chain.status = 500
    const asked = chain.asked.length
    await soon(() => chain.asked.length).toBeGreaterThan(asked)
    chain.status = 200
    await lookedAt(OTHER)
    await lookedAt(WHALE)
  })

  test('a source that wants a key is not asked again and again', async () => {
    chain.status = 401
    watch()
    await soon(() => chain.asked.length).toBe(1)
    watch(OTHER)
    settings.change({ notifyNews: true })
    await new Promise((resolve) => setTimeout(resolve, 300)) // fifteen looks' time, in which nothing may happen
    expect(chain.asked.length).toBe(1)
  })

  test('off, metered and hidden are what they say', async () => {
    expect((await list()).looking).toBe('on')
    await news.handlers['news.presence']({ visible: false, metered: false }, context)
    expect((await list()).looking).toBe('slow')
    await news.handlers['news.presence']({ visible: true, metered: true }, context)
    expect((await list()).looking).toBe('metered')
    watch()
    settings.change({ looksOnMetered: true })
    await lookedAt(WHALE)
    settings.change({ backgroundLooks: false })
    expect((await list()).looking).toBe('off')
    await expect
      .poll(async () => {
        const before = chain.asked.length
        await new Promise((resolve) => setTimeout(resolve, 150))
        return chain.asked.length - before
      })
      .toBe(0)
    settings.change({ backgroundLooks: true })
    await lookedAt(WHALE)
  })

  test('the pace people get leaves instances and credits alone', () => {
    expect(60_000 / LOOK_PACE.requestEveryMs.instance).toBeLessThanOrEqual(10)
    const creditsADay = (86_400_000 / LOOK_PACE.requestEveryMs.pro) * 27
    expect(creditsADay).toBeLessThan(20_000)
  })
})

test('an entry of a chain is looked at on a source of that chain, one source for it', async () => {
  const second = await fakeChain()
  try {
    const own = sources.add({
      kind: 'local',
      name: 'Mine',
      baseUrl: second.url,
      chainId: '424242',
      auth: 'x-api-key',
      coin: { symbol: 'X', decimals: 18 },
    })
    const id = watch(WHALE, '424242')
    await soon(() => second.asked.length).toBeGreaterThan(6)
    second.blocks.unshift(6)
    await soon(items).toMatchObject([{ id, source: own.id, transactions: 1 }])
    expect(chain.asked).toEqual([])
  } finally {
    second.server.closeAllConnections()
    await new Promise((resolve) => second.server.close(resolve))
  }
})

test('windows hear of it; a notification only where the person asked for it', async () => {
  const told: News[] = []
  const arrived: NewsArrival[] = []
  const ends = [
    news.streams['news.changed']({}, (now) => told.push(now), context),
    news.streams['news.arrived']({}, (one) => arrived.push(one), context),
  ]
  const id = watch()
  await lookedAt(WHALE)
  chain.blocks.unshift(6)
  await soon(() => told.at(-1)?.items).toMatchObject([{ id, transactions: 1 }])
  expect(arrived).toEqual([])
  settings.change({ notifyNews: true })
  chain.blocks.unshift(8, 7)
  chain.transfers = 11
  await expect
    .poll(() => arrived)
    .toEqual([
      { id, source: 'sample', address: WHALE, label: 'Whale', words: '2 new transactions, 1 new transfer' },
    ])
  for (const end of ends) end()
})

test('a host that shows notifications itself is asked to, once for each time, and no window is', async () => {
  stop()
  const notices: Notice[] = []
  start(FAST, (notice) => notices.push(notice))
  const arrived: NewsArrival[] = []
  const end = news.streams['news.arrived']({}, (one) => arrived.push(one), context)
  watch()
  await lookedAt(WHALE)
  chain.blocks.unshift(6)
  await soon(items).toMatchObject([{ transactions: 1 }])
  expect(notices).toEqual([]) // not asked for
  settings.change({ notifyNews: true })
  chain.blocks.unshift(7)
  await soon(items).toMatchObject([{ transactions: 2 }])
  await lookedAt(WHALE)
  expect(notices).toEqual([{ title: 'Whale', body: '1 new transaction', place: WHALE, source: 'sample' }])
  expect(arrived).toEqual([])
  end()
})

test('look now goes before its turn', async () => {
  stop()
  start({ ...FAST, lookEveryMs: every(3_600_000) })
  const id = watch()
  await soon(() => chain.asked.length).toBe(3)
  chain.blocks.unshift(6)
  await news.handlers['news.look']({ ids: [id] }, context)
  await soon(items).toMatchObject([{ id, transactions: 1 }])
})
