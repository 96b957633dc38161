/** A day of use in a minute: the clock is made up, every request is real. */
import { channel } from 'node:diagnostics_channel'
import { createServer, type ClientRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRpcClient, type RpcClient } from '#shared/rpc/client.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { createMemoryTransport } from '#shared/rpc/memory-transport.ts'
import type { Core } from './create-core.ts'
import { createTestCore } from './testing/create-test-core.ts'
import { html, json, page, reset, text } from '#platform/testing/behaviours.ts'
import { exampleAddress, exampleHash, exampleTransaction } from '#shared/lists/testing/example-items.ts'
import type { Behaviour, Seen } from '#platform/testing/hostile-server.ts'

const HOUR = 3_600_000
/** How often a person does something. */
const STEP_MS = 300_000
const WATCHED = 2
/** Timers of the core's parts, its open windows and its requests. */
const MAX_TIMERS = 20
/** The heap after a collection differs by some hundred kB from run to run. */
const MAX_GROWTH_MB = 1
/** Idle connections that are kept for the next request: six at most. */
const MORE_HANDLES = 6

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

type Below = (limit: number) => number

/** Numbers that look random, and are the same for the same seed. */
function randomNumbers(seed: number): Below {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Counts this process's own requests, until their last byte. */
function countRequests() {
  const started = channel('http.client.request.start')
  const counts = { running: 0, all: 0 }
  const onStart = (message: unknown) => {
    counts.running += 1
    counts.all += 1
    ;(message as { request: ClientRequest }).request.once('close', () => {
      counts.running -= 1
    })
  }
  started.subscribe(onStart)
  onTestFinished(() => {
    started.unsubscribe(onStart)
  })
  return counts
}

/** An instance with a chain that grows, and a failure now and then. It keeps nothing of what it was asked. */
async function startInstance(below: Below): Promise<{ url: string; server: Server }> {
  const failures: readonly Behaviour[] = [
    reset,
    html(502),
    json({ message: 'Too many requests' }, 429, { 'retry-after': '2' }),
    text('{"items":['),
    json({ message: 'broken' }, 500),
  ]
  let block = 1_000
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const answer = failures[below(200)] ?? answerTo(path, below(4) === 0 ? (block += 1) : block)
    void answer(response, undefined as unknown as Seen)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, server }
}

function answerTo(path: string, block: number): Behaviour {
  if (path.endsWith('.png')) return text(PNG, 200, { 'content-type': 'image/png' })
  if (path.endsWith('/counters'))
    return json({ transactions_count: String(block), token_transfers_count: String(block * 2) })
  if (path.endsWith('/internal-transactions') || path.endsWith('/tokens')) return page([])
  if (!path.endsWith('/transactions')) return json({ hash: exampleAddress(1), is_contract: false })
  const items = Array.from({ length: 20 }, (_, index) => ({
    ...exampleTransaction(block - index),
    hash: exampleHash(block - index),
    block_number: block - index,
  }))
  return page(items, { block_number: block - 20, index: 0, items_count: 20 })
}

const EVENTS = [
  'sources.changed',
  'watchlist.changed',
  'activity.changed',
  'activity.arrived',
  'settings.changed',
  'recent.changed',
] as const

/** A window that follows all there is to follow, and a list. It goes without a word. */
function openWindow(core: Core, source: string, address: string, isHidden: boolean) {
  const transport = createMemoryTransport(core.server)
  const client = createRpcClient(transport)
  const params = { address_hash: address }
  const list = { source, list: 'address-transactions', params, filters: {}, isHidden } as const
  client.subscribe('lists.firstPage', list, () => undefined)
  for (const name of EVENTS) client.subscribe(name, {}, () => undefined)
  return { client, close: transport.close }
}

/** A few minutes of use: opens an address, reads on, looks at images, goes elsewhere. */
function lookAround(client: RpcClient, source: string, url: string, below: Below) {
  const address = exampleAddress(1 + below(1_000_000))
  const params = { address_hash: address }
  const list = { source, list: 'address-transactions', params, filters: {} } as const
  const leaving = new AbortController()
  const asked = [
    client.call('recent.visit', { source, path: `/address/${address}`, title: address }),
    client.call('lists.page', { ...list, cursor: null }),
    client.call('lists.page', { ...list, cursor: { block_number: 900, index: 0, items_count: 20 } }),
    client.call('details.read', { source, detail: 'address', params }),
    client.call('media.image', { source, url: `${url}/${String(below(40))}.png` }),
    client.call('media.image', { source, url: 'http://10.0.0.1/private.png' }),
    client.call('lists.page', { ...list, list: 'address-tokens', cursor: null }, { signal: leaving.signal }),
    client.call('activity.poll', {}),
  ]
  leaving.abort()
  return Promise.all(asked)
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function measure(server: Server) {
  for (let round = 0; round < 4; round += 1) {
    await turn()
    collectGarbage()
  }
  const connections = await new Promise<number>((resolve) => {
    server.getConnections((_, count) => {
      resolve(count)
    })
  })
  return {
    heapMb: process.memoryUsage().heapUsed / 2 ** 20,
    timers: vi.getTimerCount(),
    handles: process.getActiveResourcesInfo().length,
    connections,
  }
}

/** Moves the clock from timer to timer, and waits at each for all requests: no answer is late by a clock that ran ahead. */
function createClock(requests: { readonly running: number }) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.UTC(2026, 0, 1),
  })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const settle = async () => {
    do await turn()
    while (requests.running > 0)
    await turn()
  }
  return {
    settle,
    async pass(ms: number) {
      const end = Date.now() + ms
      setTimeout(() => undefined, ms)
      while (Date.now() < end) {
        vi.advanceTimersToNextTimer()
        await settle()
      }
    },
  }
}

async function startCore(url: string) {
  const core = await createTestCore(':memory:')
  onTestFinished(() => {
    core.close()
  })
  const client = connectInMemory(core.server)
  const added = await client.call('sources.add', { url, name: 'Mine', unchecked: true })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  await client.call('sources.use', { id: added.data.id })
  for (let n = 1; n <= WATCHED; n += 1)
    await client.call('watchlist.save', {
      address: exampleAddress(n),
      chainId: null,
      label: `Watched ${String(n)}`,
    })
  return { core, source: added.data.id }
}

function collectWarnings(): readonly string[] {
  const warnings: string[] = []
  const onWarning = ({ message }: Error) => warnings.push(message)
  process.on('warning', onWarning)
  onTestFinished(() => {
    process.off('warning', onWarning)
  })
  return warnings
}

test('after 24 hours of use memory, handles, timers and statements are what they were after 12', async () => {
  const warnings = collectWarnings()
  const below = randomNumbers(24)
  const { url, server } = await startInstance(below)
  const requests = countRequests()
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const clock = createClock(requests)
  const { core, source } = await startCore(url)
  const outcomes = new Map<string, number>()

  const use = async (hours: number) => {
    prepared.mockClear()
    const before = requests.all
    for (let passed = 0; passed < hours * HOUR; passed += STEP_MS) {
      const isAway = below(2) === 0
      const windows = [isAway, true].map((isHidden) =>
        openWindow(core, source, exampleAddress(1 + below(1_000_000)), isHidden),
      )
      const { client } = windows[0]!
      void client.call('activity.setPresence', { visible: !isAway, metered: false })
      await clock.pass(STEP_MS / 2)
      const asked = lookAround(client, source, url, below)
      await clock.pass(STEP_MS / 2)
      for (const result of await asked) {
        const outcome = result.ok ? 'ok' : result.error.code
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      // The window closes in the middle of a request.
      void client.call('details.read', {
        source,
        detail: 'address',
        params: { address_hash: exampleAddress(1) },
      })
      for (const window of windows) window.close()
      await clock.settle()
      expect(vi.getTimerCount()).toBeLessThan(MAX_TIMERS)
    }
    const used = { requests: requests.all - before, prepared: prepared.mock.calls.length }
    return { ...used, ...(await measure(server)) }
  }

  const half = await use(12)
  const whole = await use(12)
  expect(outcomes.get('ok')).toBeGreaterThan(24 * 12 * 5)
  expect(outcomes.get('internal')).toBeUndefined()
  expect(warnings).toEqual([])
  expect(whole.requests).toBeLessThan(half.requests * 1.1)
  expect(whole.prepared).toBe(0)
  expect(whole.heapMb - half.heapMb).toBeLessThan(MAX_GROWTH_MB)
  expect(whole.timers).toBeLessThanOrEqual(half.timers + 2)
  expect(whole.connections).toBeLessThanOrEqual(half.connections + MORE_HANDLES)
  expect(whole.handles).toBeLessThanOrEqual(half.handles + 2 * MORE_HANDLES)
})
