/** Tests that new transactions of watched addresses are compared with a followed node, if a person wants it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Activity, ActivityArrival } from '#shared/rpc/contract/activity.ts'
import { createApiClient, type ApiClient } from '../api-client/create-api-client.ts'
import { createComparedChains } from '../check/ask-node.ts'
import { startCheckedChain, type CheckedChain } from '../check/testing/checked-chain.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'
import { createRecentItems } from '../settings/recent-items.ts'
import { createSettings, type SettingsStore } from '../settings/settings.ts'
import { createSources, type Sources } from '../sources/sources.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { Refused } from '#service/indexer/testing/node-proxy.ts'
import { readStream } from '../testing/read-stream.ts'
import { createWatchlist, type Watchlist } from '../watchlist/watchlist.ts'
import { createActivity, type ActivityParts } from './create-activity.ts'

const context = { signal: new AbortController().signal, connection: {} }
const every = (ms: number) => ({ sample: ms, node: ms, instance: ms, pro: ms })
const FAST = {
  ...{ startDelayMs: 0, hiddenFactor: 1, backoffMs: 20, maxBackoffMs: 1_000, maxHoldMs: 60_000 },
  ...{ requestMs: every(2), pollMs: every(20) },
}
const soon = <T>(what: () => T) => expect.poll(what)

const TOLD = { kind: 'instance', ownService: false, chainId: '31337', auth: 'x-api-key' } as const
const coin = { symbol: 'ETH', decimals: 18 }

let chain: CheckedChain
let who: string
let other: string
let folder: string
let store: Store
let settings: SettingsStore
let sources: Sources
let client: ApiClient
let watchlist: Watchlist
let activity: ActivityParts
let source: string
let id: number

beforeAll(async () => {
  chain = await startCheckedChain()
  const accounts = await chain.anvil.request<string[]>('eth_accounts')
  who = accounts[0]!
  other = accounts[1]!
})
afterAll(() => chain.close())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-check-new-'))
  store = openStore({ dataDir: folder })
  settings = createSettings(store)
  sources = createSources({
    followNode: (node) => noNodes.follow(node),
    store,
    sampleUrl: () => Promise.reject(new Error('no sample here')),
    keyState: () => ({ state: 'none' }),
  })
  client = createApiClient({ userAgent: 'test', keyFor: () => undefined })
  source = sources.add({ ...TOLD, coin, name: 'Told', baseUrl: chain.url }).id
  sources.use(source)
})
afterEach(() => {
  activity.close()
  client.close()
  sources.close()
  store.close()
  chain.beHonest()
  rmSync(folder, { recursive: true })
})

function follow() {
  sources.add({
    ...{ kind: 'node', name: 'Mine', rpcUrl: chain.node.url, abiDir: undefined, chainId: '31337', coin },
  })
  sources.use(source)
}
async function start(notify?: (arrival: ActivityArrival) => void) {
  watchlist = createWatchlist(store)
  const recents = createRecentItems(store)
  const deps = { store, client, sources, recents, watchlist, settings, intervals: FAST }
  activity = createActivity({ ...deps, compared: createComparedChains(), notify })
  id = watchlist.save({ address: who, chainId: null, label: 'Mine' }).id
  await polledAgain()
}
const isOfTransactions = (path: string) =>
  path.toLowerCase().startsWith(`/addresses/${who.toLowerCase()}/transactions`)
/** Two rounds: the mark of the first is stored. */
async function polledAgain() {
  let polls = 0
  chain.lieWith((path, body) => {
    if (isOfTransactions(path)) polls += 1
    return body
  })
  await soon(() => polls).toBeGreaterThan(2)
}
const item = (of = id) =>
  (readStream(activity.streams['activity.changed']) as Activity).items.find(
    (one) => one.source === source && one.id === of,
  )
const checked = () => item()?.checked
/** Number of changes that are reported while it runs. */
function changesBy(act: () => unknown): number {
  let changes = -1
  const stop = activity.streams['activity.changed']({}, () => (changes += 1), context)
  act()
  stop()
  return changes
}
const differing = () => activity.handlers['activity.checkedRows']({ source, address: who }, context)
const pay = () => chain.anvil.send({ from: who, to: other, value: '0x5' })
interface Told {
  readonly hash: string
}
/** The source says other transactions of the address. */
const tellOf = (change: (items: readonly Told[]) => readonly Told[]) => {
  chain.lieWith((path, body) =>
    isOfTransactions(path)
      ? { ...(body as object), items: change((body as { items: readonly Told[] }).items) }
      : body,
  )
}
const lieOfValue = () => {
  tellOf((items) => items.map((one) => ({ ...one, value: '777' })))
}
const lieOfTime = () => {
  tellOf((items) => items.map((one) => ({ ...one, timestamp: '2001-01-01T00:00:00.000Z' })))
}

test('nothing is asked of a node unless the person wants it', async () => {
  follow()
  await start()
  chain.node.methods.length = 0
  await pay()
  await soon(() => item()?.transactions).toBe(1)
  await polledAgain()
  expect(chain.node.methods).toEqual([])
  expect(checked()).toBeNull()
})

test('new rows are proven, with one request for a block, and rows from before are not checked', async () => {
  follow()
  settings.change({ checkWatched: true })
  await start()
  chain.node.methods.length = 0
  chain.node.sizes.length = 0
  await pay()
  await soon(checked).toMatchObject({ proven: 1, agrees: 0, differs: 0, unchecked: 0, differing: [] })
  expect(checked()).toMatchObject({ node: { chainId: '31337' }, problem: null })
  await polledAgain()
  expect(chain.node.methods.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(1)
  expect(checked()).toMatchObject({ proven: 1 })
  await activity.handlers['activity.markSeen']({ id }, context)
  expect(item()).toBeUndefined()
})

test('a row that differs is told once, with both values, also after a restart and a visit, until it is seen', async () => {
  follow()
  settings.change({ checkWatched: true, notifyActivity: true })
  const told: ActivityArrival[] = []
  await start((arrival) => told.push(arrival))
  lieOfValue()
  const { transactionHash: hash } = await pay()
  await soon(checked).toMatchObject({ differs: 1, differing: [hash] })
  expect(told.map(({ transactions, differs }) => [transactions, differs])).toEqual([[1, 1]])
  const [row] = await differing()
  expect(row!.findings.filter(({ state }) => state === 'differs')).toEqual([
    { part: 'transaction', row: null, field: 'value', state: 'differs', source: '777', other: '5' },
  ])
  await activity.handlers['activity.markSeen']({ id, source }, context)
  expect(item()).toMatchObject({ transactions: 0, checked: { differs: 1, differing: [hash] } })
  // The page of the address marks it as seen at each change.
  expect(changesBy(() => activity.handlers['activity.markSeen']({ id, source }, context))).toBe(0)
  activity.close()
  await start()
  expect(checked()).toMatchObject({ differing: [hash] })
  await activity.handlers['activity.markSeen']({ id, source, differences: true }, context)
  expect(item()).toBeUndefined()
  expect(await differing()).toEqual([])
})

test('new activity is told without what differs where its check ends, or is not of it', async () => {
  follow()
  settings.change({ checkWatched: true, notifyActivity: true })
  const told: ActivityArrival[] = []
  await start((arrival) => told.push(arrival))
  const reached = Promise.withResolvers<undefined>()
  const held = Promise.withResolvers<undefined>()
  chain.node.answer(async (method, _, forward) => {
    if (method !== 'eth_chainId') return forward()
    reached.resolve(undefined)
    await held.promise
    return forward()
  })
  await pay()
  await reached.promise
  expect(told).toEqual([])
  settings.change({ checkWatched: false })
  expect(told.map(({ transactions, differs }) => [transactions, differs])).toEqual([[1, 0]])
  held.resolve(undefined)
  await pay()
  await soon(() => told.length).toBe(2)
})

test('without a followed node rows can’t be checked, which is said', async () => {
  settings.change({ checkWatched: true })
  await start()
  await pay()
  await soon(checked).toMatchObject({ node: null, problem: null, proven: 0, unchecked: 1 })
})

test('of a node that lies nothing counts; one that fails is asked again in the next rounds', async () => {
  follow()
  settings.change({ checkWatched: true })
  await start()
  chain.node.answer(async (method, [, isWhole], forward) => {
    const answer = await forward()
    return method === 'eth_getBlockByNumber' && isWhole === true
      ? { ...(answer as object), gasUsed: '0x1' }
      : answer
  })
  await pay()
  await soon(checked).toMatchObject({ proven: 0, unchecked: 1, problem: { kind: 'lies', what: 'header' } })
  let asked = 0
  chain.node.answer((method, _, forward) => {
    if (method !== 'eth_chainId' || asked++ > 0) return forward()
    throw new Refused(-32000, 'busy')
  })
  await pay()
  await soon(checked).toMatchObject({ proven: 1, unchecked: 1, problem: null })
  expect(asked).toBeGreaterThan(1)
})

test('switching it off ends what is being checked', async () => {
  follow()
  settings.change({ checkWatched: true })
  await start()
  const reached = Promise.withResolvers<undefined>()
  const held = Promise.withResolvers<undefined>()
  chain.node.answer(async (method, _, forward) => {
    if (method !== 'eth_getBlockByNumber') return forward()
    reached.resolve(undefined)
    await held.promise
    return forward()
  })
  await pay()
  await reached.promise
  settings.change({ checkWatched: false })
  held.resolve(undefined)
  await polledAgain()
  expect(checked()).toBeNull()
  chain.node.methods.length = 0
  await pay()
  await soon(() => item()?.transactions).toBe(2)
  expect(chain.node.methods).toEqual([])
})

test('a source that is removed while rows of its addresses wait ends no check of another', async () => {
  follow()
  settings.change({ checkWatched: true })
  await start()
  const second = watchlist.save({ address: other, chainId: null, label: 'Other' })
  await polledAgain()
  const reached = Promise.withResolvers<undefined>()
  const held = Promise.withResolvers<undefined>()
  chain.node.answer(async (_method, _params, forward) => {
    reached.resolve(undefined)
    await held.promise
    return forward()
  })
  await pay()
  await reached.promise
  await soon(() => item(second.id)?.transactions).toBe(1)
  sources.remove(source)
  held.resolve(undefined)
  source = sources.add({ ...TOLD, coin, name: 'Told again', baseUrl: chain.url }).id
  sources.use(source)
  await polledAgain()
  await pay()
  await soon(checked).toMatchObject({ proven: 1 })
})

test('what depends on the block differs once the block is so deep that no branch explains it', async () => {
  follow()
  settings.change({ checkWatched: true })
  await start()
  const { items } = await chain.ask<{ items: readonly Told[] }>(`/addresses/${who}/transactions`)
  const before = new Set(items.map(({ hash }) => hash))
  tellOf((now) => now.filter(({ hash }) => before.has(hash)))
  const { transactionHash: deep } = await pay()
  await chain.anvil.request('anvil_mine', ['0x40'])
  lieOfTime()
  await soon(checked).toMatchObject({ differs: 1, unchecked: 0, differing: [deep] })
  await pay()
  await soon(checked).toMatchObject({ differs: 1, unchecked: 1, differing: [deep] })
})

test('what waits for its block to be deep does so over a round in which the node fails', async () => {
  follow()
  settings.change({ checkWatched: true })
  await start()
  let rounds = 0
  let hasFailed = false
  chain.node.answer(async (method, _, forward) => {
    if (method === 'eth_blockNumber') rounds += 1
    if (method !== 'eth_chainId' || rounds < 3 || hasFailed) return forward()
    hasFailed = true
    await chain.anvil.request('anvil_mine', ['0x40'])
    throw new Refused(-32000, 'busy')
  })
  lieOfTime()
  const { transactionHash: hash } = await pay()
  await soon(checked).toMatchObject({ differs: 1, unchecked: 0, differing: [hash] })
  expect(hasFailed).toBe(true)
})

test('what the node could not tell is kept while what came meanwhile is compared, in vain as well', async () => {
  follow()
  settings.change({ checkWatched: true })
  await start()
  const reached = Promise.withResolvers<undefined>()
  const held = Promise.withResolvers<undefined>()
  let refused = 0
  chain.node.answer(async (method, _, forward) => {
    if (method !== 'eth_chainId' || refused === 2) return forward()
    refused += 1
    reached.resolve(undefined)
    await held.promise
    throw new Refused(-32000, 'busy')
  })
  await pay()
  await reached.promise
  await pay()
  await soon(() => item()?.transactions).toBe(2)
  held.resolve(undefined)
  await soon(checked).toMatchObject({ proven: 2, unchecked: 0 })
  expect(refused).toBe(2)
})
