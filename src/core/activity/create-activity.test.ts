/** Tests polling of watched addresses over real HTTP, with short intervals. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Activity, ActivityArrival } from '#shared/rpc/contract/activity.ts'
import { createApiClient, type ApiClient } from '../api-client/create-api-client.ts'
import { createComparedChains } from '../check/ask-node.ts'
import { readStream } from '../testing/read-stream.ts'
import { createRecentItems, type RecentItems } from '../settings/recent-items.ts'
import { createSettings, type SettingsStore } from '../settings/settings.ts'
import { createSources, type Sources } from '../sources/sources.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { createWatchlist, type Watchlist } from '../watchlist/watchlist.ts'
import { createActivity, type ActivityParts } from './create-activity.ts'
import type { PollIntervals } from './poll-intervals.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'

const context = { signal: new AbortController().signal, connection: {} }
const WHALE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const OTHER = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const every = (ms: number) => ({ sample: ms, node: ms, instance: ms, pro: ms })
const FAST: PollIntervals = {
  startDelayMs: 0,
  requestMs: every(2),
  pollMs: every(20),
  hiddenFactor: 4,
  backoffMs: 20,
  maxBackoffMs: 60_000,
  maxHoldMs: 60_000,
}

/** An instance with one chain that grows when the test says so. */
interface FakeChain extends ChainState {
  url: string
  server: Server
  /** Paths in the order of requests. */
  requests: string[]
  /** The state at the first request of the running poll: a poll sees one state of the chain. */
  polled: ChainState
}
interface ChainState {
  blocks: number[]
  internal: number[]
  /** The source's counter; undefined if it does not count. */
  transfers: number | undefined
  /** Amounts by token number. */
  holdings: Record<number, string>
}
let chain: FakeChain
let folder: string
let store: Store
let settings: SettingsStore
let recents: RecentItems
let sources: Sources
let watchlist: Watchlist
let client: ApiClient
let activity: ActivityParts

/** A busy machine takes longer. */
const soon = <T>(what: () => T) => expect.poll(what)
const hash = (block: number, index: number) =>
  `0x${block.toString(16).padStart(32, '0')}${index.toString(16).padStart(32, '0')}`

async function fakeChain(): Promise<FakeChain> {
  const state: ChainState = { blocks: [5, 4, 3], internal: [2], transfers: 10, holdings: { 1: '100' } }
  const fake: FakeChain = { ...state, url: '', server: createServer(), requests: [], polled: state }
  fake.server.on('request', (request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    fake.requests.push(url.pathname)
    if (url.pathname.endsWith('/transactions') && url.search === '') {
      const { blocks, internal, transfers, holdings } = fake
      fake.polled = structuredClone({ blocks, internal, transfers, holdings })
    }
    const body = bodyFor(fake.polled, url)
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { message: 'no' }))
  })
  await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${String((fake.server.address() as AddressInfo).port)}`
  return fake
}

function bodyFor(chain: ChainState, url: URL) {
  if (url.pathname.endsWith('/counters'))
    return chain.transfers === undefined
      ? undefined
      : { transactions_count: '0', token_transfers_count: String(chain.transfers) }
  if (url.pathname.endsWith('/tokens')) {
    const items = Object.entries(chain.holdings).map(([n, value]) => ({
      token: { address_hash: `0x${n.padStart(40, '0')}`, type: 'ERC-20' },
      token_id: null,
      value,
    }))
    return { items, next_page_params: null }
  }
  const internal = url.pathname.endsWith('/internal-transactions')
  const before = Number(url.searchParams.get('block_number') ?? Infinity)
  const rest = (internal ? chain.internal : chain.blocks).filter((block) => block < before)
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

function start(intervals: PollIntervals = FAST, notify?: (arrival: ActivityArrival) => void) {
  store = openStore({ dataDir: folder })
  settings = createSettings(store)
  recents = createRecentItems(store)
  sources = createSources({
    followNode: (node) => noNodes.follow(node),
    store,
    sampleUrl: () => Promise.resolve(chain.url),
    keyState: () => ({ state: 'none' }),
  })
  watchlist = createWatchlist(store)
  client = createApiClient({ userAgent: 'test', keyFor: () => undefined })
  const deps = { store, client, sources, recents, watchlist, settings, intervals, notify }
  activity = createActivity({ ...deps, compared: createComparedChains() })
}
function stop() {
  activity.close()
  client.close()
  sources.close()
  store.close()
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-activity-'))
  chain = await fakeChain()
  start()
})
afterEach(async () => {
  stop()
  chain.server.closeAllConnections()
  await new Promise((resolve) => chain.server.close(resolve))
  rmSync(folder, { recursive: true })
})

const list = (): Activity => readStream(activity.streams['activity.changed'])
const items = () => list().items.map(({ polledAt: _, checked: _checked, ...item }) => item)
const pollsOf = (address: string) =>
  chain.requests.filter(
    (path) =>
      path === `/api/v2/addresses/${address}/transactions` ||
      path === `/api/v2/addresses/${address.toLowerCase()}/transactions`,
  ).length
const watch = (address = WHALE, chainId: string | null = null) =>
  watchlist.save({ address, chainId, label: 'Whale' }).id
const polled = async (address: string, times = 1) => {
  const from = pollsOf(address)
  // One request more, so that the poll before it is complete.
  await soon(() => pollsOf(address)).toBeGreaterThan(from + times)
}

describe('a watched address', () => {
  test('has nothing new from before it was watched; then each new thing is counted, until it is seen', async () => {
    const id = watch()
    await polled(WHALE)
    expect(items()).toEqual([])

    chain.blocks.unshift(7, 6)
    chain.internal.unshift(7)
    chain.transfers = 13
    await soon(items).toEqual([
      { id, source: 'sample', transactions: 2, transfers: 3, internal: 1, more: false },
    ])
    chain.blocks.unshift(8)
    await soon(items).toMatchObject([{ transactions: 3, transfers: 3, internal: 1 }])
    await polled(WHALE) // another poll counts nothing twice
    expect(items()).toMatchObject([{ transactions: 3, transfers: 3, internal: 1 }])

    await activity.handlers['activity.markSeen']({ id }, context)
    expect(items()).toEqual([])
  })

  test('is seen by opening it on that source', async () => {
    const id = watch()
    await polled(WHALE)
    chain.blocks.unshift(6)
    await soon(items).toMatchObject([{ id, transactions: 1 }])
    recents.visit({ source: 'eth', path: `/address/${WHALE}`, title: '' })
    expect(items()).toHaveLength(1)
    recents.visit({ source: 'sample', path: `/address/${WHALE.toLowerCase()}`, title: '' })
    expect(items()).toEqual([])
  })

  test('has what is new since the program was closed, and says since when', async () => {
    const id = watch()
    await polled(WHALE)
    expect(list().since).toBeNull()
    stop()
    chain.blocks.unshift(9, 8, 7)
    start()
    await soon(items).toMatchObject([{ id, transactions: 3 }])
    expect(Date.parse(list().since ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('with more that is new than three pages is counted as more', async () => {
    const id = watch()
    await polled(WHALE)
    chain.blocks.unshift(...Array.from({ length: 400 }, (_, n) => 1_000 - n))
    await soon(items).toMatchObject([{ id, transactions: 150, more: true }])
  })

  test('without a counter of transfers counts tokens that came, went or changed in amount', async () => {
    chain.transfers = undefined
    const id = watch()
    await polled(WHALE)
    chain.blocks.unshift(6)
    await soon(items).toMatchObject([{ id, transactions: 1, transfers: 0 }])
    chain.holdings = { 1: '250', 2: '7' }
    await soon(items).toMatchObject([{ id, transactions: 1, transfers: 2 }])
    chain.holdings = { 1: '250' }
    await soon(items).toMatchObject([{ transfers: 3 }])
    await polled(WHALE)
    expect(items()).toMatchObject([{ transactions: 1, transfers: 3 }])
    // The poller found out once that there is no such counter.
    expect(chain.requests.filter((path) => path.endsWith('/counters'))).toHaveLength(1)
  })

  test('that is no longer watched, or is only labelled, is not polled', async () => {
    const id = watch()
    watchlist.save({ address: OTHER, chainId: null, watched: false })
    await polled(WHALE)
    watchlist.remove([id])
    chain.blocks.unshift(6)
    const asked = chain.requests.length
    const third = watch('0xdAC17F958D2ee523a2206206994597C13D831ec7')
    await polled('0xdAC17F958D2ee523a2206206994597C13D831ec7', 3)
    expect(
      chain.requests.slice(asked + 3).some((path) => path.toLowerCase().includes(WHALE.toLowerCase())),
    ).toBe(false)
    expect(pollsOf(OTHER)).toBe(0)
    expect(items()).toEqual([])
    watchlist.remove([third])
  })
})

test('an entry of a chain is polled on a source of that chain, on one only', async () => {
  const second = await fakeChain()
  try {
    const own = sources.add({
      kind: 'instance',
      ownService: true,
      name: 'Mine',
      baseUrl: second.url,
      chainId: '424242',
      auth: 'x-api-key',
      coin: { symbol: 'X', decimals: 18 },
    })
    const id = watch(WHALE, '424242')
    await soon(() => second.requests.length).toBeGreaterThan(6)
    second.blocks.unshift(6)
    await soon(items).toMatchObject([{ id, source: own.id, transactions: 1 }])
    expect(chain.requests).toEqual([])
  } finally {
    second.server.closeAllConnections()
    await new Promise((resolve) => second.server.close(resolve))
  }
})

test('windows are told; a notification only where the person asked for it', async () => {
  const changes: Activity[] = []
  const arrived: ActivityArrival[] = []
  const ends = [
    activity.streams['activity.changed']({}, (now) => changes.push(now), context),
    activity.streams['activity.arrived']({}, (one) => arrived.push(one), context),
  ]
  const id = watch()
  await polled(WHALE)
  chain.blocks.unshift(6)
  await soon(() => changes.at(-1)?.items).toMatchObject([{ id, transactions: 1 }])
  expect(arrived).toEqual([])
  settings.change({ notifyActivity: true })
  chain.blocks.unshift(8, 7)
  chain.transfers = 11
  await soon(() => arrived).toEqual([
    {
      id,
      source: 'sample',
      address: WHALE,
      label: 'Whale',
      transactions: 2,
      transfers: 1,
      internal: 0,
      more: false,
      differs: 0,
    },
  ])
  for (const end of ends) end()
})

test('a host that shows notifications itself is asked to, once for each time, and no window is', async () => {
  stop()
  const notices: ActivityArrival[] = []
  start(FAST, (arrival) => notices.push(arrival))
  const arrived: ActivityArrival[] = []
  const end = activity.streams['activity.arrived']({}, (one) => arrived.push(one), context)
  const id = watch()
  await polled(WHALE)
  chain.blocks.unshift(6)
  await soon(items).toMatchObject([{ transactions: 1 }])
  expect(notices).toEqual([]) // not asked for
  settings.change({ notifyActivity: true })
  chain.blocks.unshift(7)
  await soon(items).toMatchObject([{ transactions: 2 }])
  await polled(WHALE)
  expect(notices).toEqual([
    {
      id,
      source: 'sample',
      address: WHALE,
      label: 'Whale',
      transactions: 1,
      transfers: 0,
      internal: 0,
      more: false,
      differs: 0,
    },
  ])
  expect(arrived).toEqual([])
  end()
})

test('a poll that a person asks for goes before its turn', async () => {
  stop()
  start({ ...FAST, pollMs: every(3_600_000) })
  const id = watch()
  await soon(() => chain.requests.length).toBe(3)
  chain.blocks.unshift(6)
  await activity.handlers['activity.poll']({ ids: [id] }, context)
  await soon(items).toMatchObject([{ id, transactions: 1 }])
})
