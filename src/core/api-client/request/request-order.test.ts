/** Tests the order of requests: limits, priorities, sharing, cancelling. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InstanceSource, ReadySource } from '#shared/source.ts'
import * as behaviours from '#platform/testing/behaviours.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { exampleAddress, exampleWithdrawal } from '#shared/lists/testing/example-items.ts'
import { expectFailure } from '#core/testing/expect-failure.ts'
import {
  openHostileServer,
  proSourceAt,
  sourceAt,
  type Behaviour,
  type HostileServer,
} from '#platform/testing/hostile-server.ts'
import type { ApiClient, ApiClientPorts } from '../create-api-client.ts'
import type { RequestOptions } from './api-request.ts'

let server: HostileServer
let clients: ApiClient[]
const open = (ports: Partial<ApiClientPorts> = {}) => {
  const client = clientAt(ports)
  clients.push(client)
  return client
}
beforeEach(async () => {
  clients = []
  server = await openHostileServer()
  server.always(behaviours.page([exampleWithdrawal(1)]))
})
afterEach(async () => {
  vi.useRealTimers()
  for (const client of clients) client.close()
  await server.close()
})

const read = (
  client: ApiClient,
  seed: number,
  options: RequestOptions = {},
  more: Partial<InstanceSource> = {},
) => readFrom(client, seed, sourceAt(server.url, more), options)
const readFrom = (client: ApiClient, seed: number, source: ReadySource, options: RequestOptions = {}) =>
  client.readPage(
    source,
    { list: 'address-withdrawals', params: { address_hash: exampleAddress(seed) } },
    options,
  )
const asked = () => server.requests.map((one) => Number(one.path.split('/')[4]))

/** A server that responds only when told to. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const behaviour: Behaviour = async (response, seen) => {
    await promise
    await behaviours.page([exampleWithdrawal(1)])(response, seen)
  }
  return {
    promise,
    behaviour,
    open: () => {
      resolve(undefined)
    },
  }
}

describe('cancelling', () => {
  it.each([
    ['before the answer', behaviours.silent],
    ['in the middle of the body', behaviours.stalled],
  ])('%s: the server sees the connection close', async (_name, behaviour) => {
    server.always(behaviour)
    const controller = new AbortController()
    const failure = expectFailure(read(open(), 1, { signal: controller.signal }))
    await server.until((requests) => requests.length === 1)
    controller.abort()
    expect(await failure).toEqual({ code: 'cancelled' })
    await server.until(([request]) => request?.hungUp === true)
  })

  it('before it began: nothing is asked', async () => {
    expect(await expectFailure(read(open(), 1, { signal: AbortSignal.abort() }))).toEqual({
      code: 'cancelled',
    })
    expect(server.requests).toHaveLength(0)
  })

  it('while it waits for its next try', async () => {
    server.always(behaviours.text('', 503))
    const controller = new AbortController()
    const client = open({ timeouts: { backoffMs: 4_000 } })
    const failure = expectFailure(read(client, 1, { signal: controller.signal }))
    await server.until((requests) => requests.length === 1)
    controller.abort()
    expect(await failure).toEqual({ code: 'cancelled' })
  })

  it('closing the client cancels what is under way', async () => {
    server.always(behaviours.silent)
    const client = open()
    const failure = expectFailure(read(client, 1))
    await server.until((requests) => requests.length === 1)
    client.close()
    expect(await failure).toEqual({ code: 'cancelled' })
    await server.until(([request]) => request?.hungUp === true)
  })
})

describe('two who ask the same', () => {
  it('share one request, and each gets the page', async () => {
    const client = open()
    const pages = await Promise.all([read(client, 1), read(client, 1), read(client, 2)])
    expect(pages.map((page) => page.items.length)).toEqual([1, 1, 1])
    expect(asked().sort()).toEqual([1, 2])
  })

  it('one leaves, the other is answered', async () => {
    const held = gate()
    server.always(held.behaviour)
    const client = open()
    const controller = new AbortController()
    const first = expectFailure(read(client, 1, { signal: controller.signal }))
    const second = read(client, 1)
    await server.until((requests) => requests.length === 1)
    controller.abort()
    expect(await first).toEqual({ code: 'cancelled' })
    held.open()
    expect((await second).items).toHaveLength(1)
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.hungUp).toBe(false)
  })

  it('both leave: the connection closes, and who comes later asks anew', async () => {
    server.next(behaviours.silent)
    const client = open()
    const controllers = [new AbortController(), new AbortController()]
    const failures = controllers.map(({ signal }) => expectFailure(read(client, 1, { signal })))
    await server.until((requests) => requests.length === 1)
    for (const controller of controllers) controller.abort()
    const later = read(client, 1)
    expect(await Promise.all(failures)).toEqual([{ code: 'cancelled' }, { code: 'cancelled' }])
    await server.until(([request]) => request?.hungUp === true)
    expect((await later).items).toHaveLength(1)
  })

  it('with another key, or of another source, are not the same', async () => {
    let key = 'one'
    const client = open({ keyFor: () => key })
    const first = read(client, 1)
    key = 'two'
    await Promise.all([first, read(client, 1), read(client, 1, {}, { id: 'other' })])
    expect(server.requests).toHaveLength(3)
  })

  it('a failure is told to both, and is not kept', async () => {
    server.next(behaviours.json({ message: 'no' }, 403))
    const client = open()
    const failures = await Promise.all([expectFailure(read(client, 1)), expectFailure(read(client, 1))])
    expect(failures.map((one) => one.code)).toEqual(['forbidden', 'forbidden'])
    expect((await read(client, 1)).items).toHaveLength(1)
  })
})

describe('the order', () => {
  const many = (client: ApiClient, seeds: readonly number[], options: RequestOptions = {}) =>
    seeds.map((seed) => read(client, seed, options))

  it('what a person looks at goes before background work that came earlier', async () => {
    const held = gate()
    server.next(...Array.from({ length: 6 }, () => held.behaviour))
    const client = open()
    const first = many(client, [1, 2, 3, 4, 5, 6])
    await server.until((requests) => requests.length === 6)
    const background = many(client, [11, 12], { priority: 'background' })
    const visible = many(client, [21, 22])
    held.open()
    await Promise.all([...first, ...background, ...visible])
    expect(asked().slice(6)).toEqual([21, 22, 11, 12])
  })

  it('never more than 6 at once, and of background work 3', async () => {
    const held = gate()
    server.always(held.behaviour)
    const client = open()
    const background = many(client, [1, 2, 3, 4, 5], { priority: 'background' })
    await server.until((requests) => requests.length === 3)
    const visible = many(client, [21, 22, 23, 24])
    await server.until((requests) => requests.length === 6)
    expect(asked()).toEqual([1, 2, 3, 21, 22, 23])
    held.open()
    await Promise.all([...background, ...visible])
    expect(asked()).toHaveLength(9)
  })

  it('background work that a person now looks at goes first', async () => {
    const held = gate()
    server.next(held.behaviour, held.behaviour, held.behaviour)
    const client = open()
    const first = many(client, [1, 2, 3], { priority: 'background' })
    await server.until((requests) => requests.length === 3)
    const waiting = many(client, [11, 12], { priority: 'background' })
    const looked = read(client, 12)
    await server.until((requests) => requests.length === 4)
    expect(asked()).toEqual([1, 2, 3, 12])
    held.open()
    await Promise.all([...first, ...waiting, looked])
  })

  it('one that was cancelled leaves the queue', async () => {
    const held = gate()
    server.next(held.behaviour, held.behaviour, held.behaviour)
    const client = open()
    const first = many(client, [1, 2, 3], { priority: 'background' })
    await server.until((requests) => requests.length === 3)
    const controller = new AbortController()
    const gone = expectFailure(read(client, 11, { priority: 'background', signal: controller.signal }))
    const stays = read(client, 12, { priority: 'background' })
    controller.abort()
    expect(await gone).toEqual({ code: 'cancelled' })
    held.open()
    await Promise.all([...first, stays])
    expect(asked()).toEqual([1, 2, 3, 12])
  })
})

describe('the rate', () => {
  it('a source is not asked faster than it allows: 4 beyond the burst take their time', async () => {
    const client = open()
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: 24 }, (_, seed) => read(client, seed, {}, { requestsPerSecond: 20 })),
    )
    // A burst of 20, then one every 50 ms.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(195)
  })

  it('of a Pro source, never more than 5 in any second', async () => {
    const at: number[] = []
    server.always((response, seen) => {
      at.push(performance.now())
      return behaviours.page([])(response, seen)
    })
    const client = open()
    // Taken before the first start, so that late arrivals on a busy machine do not look like a burst.
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: 11 }, (_, seed) => readFrom(client, seed, proSourceAt(server.url))),
    )
    for (const [index, time] of at.entries())
      expect(time - startedAt).toBeGreaterThanOrEqual(Math.floor(index / 5) * 990)
  })
})

describe('429', () => {
  const tooMany = (headers: Record<string, string> = {}) =>
    behaviours.json({ message: 'Too many requests' }, 429, headers)

  it.each([
    ['retry-after in seconds', { 'retry-after': '1' }, 990],
    ['x-ratelimit-reset in ms', { 'x-ratelimit-reset': '120' }, 115],
    ['retry-after before x-ratelimit-reset', { 'retry-after': '0', 'x-ratelimit-reset': '99999' }, 0],
    ['nothing said: a time of our own', {}, 195],
    ['-1, which is nothing', { 'x-ratelimit-reset': '-1', 'x-ratelimit-remaining': '-1' }, 195],
  ])('with %s: waits and goes on by itself', async (_name, headers, least) => {
    server.next(tooMany(headers))
    const startedAt = performance.now()
    expect((await read(open({ timeouts: { rateLimitBackoffMs: 200 } }), 1)).items).toHaveLength(1)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(least)
  })

  it.each([
    ['in seconds', () => '120', 120_000],
    ['as a date', () => new Date(Date.now() + 60_000).toUTCString(), 60_000],
  ])(
    'a long wait %s is told at once, and who comes next is told without asking',
    async (_name, after, ms) => {
      server.always(tooMany({ 'retry-after': after() }))
      const client = open({ keyFor: () => 'key' })
      for (const seed of [1, 2]) {
        const failure = await expectFailure(read(client, seed))
        expect(failure).toMatchObject({ code: 'rate_limited', hadKey: true })
        if (failure.code !== 'rate_limited') continue
        expect(failure.retryAfterMs).toBeGreaterThan(ms - 20_000)
        expect(failure.retryAfterMs).toBeLessThanOrEqual(ms)
      }
      expect(server.requests).toHaveLength(1)
    },
  )

  it('for ever: told after four tries', async () => {
    server.always(tooMany({ 'retry-after': '0' }))
    expect(await expectFailure(read(open(), 1))).toMatchObject({ code: 'rate_limited', retryAfterMs: 0 })
    expect(server.requests).toHaveLength(4)
  })

  it('a person who waits in the queue is told too, background work waits for it', async () => {
    const held = gate()
    const refused: Behaviour = async (response, seen) => {
      await held.promise
      await tooMany({ 'x-ratelimit-reset': '5000' })(response, seen)
    }
    server.next(...Array.from({ length: 6 }, () => refused))
    // The pause lasts until all of them are refused.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const client = open({ timeouts: { maxVisiblePauseMs: 50 } })
    const asking = [1, 2, 3, 4, 5, 6].map((seed) => expectFailure(read(client, seed)))
    await server.until((requests) => requests.length === 6)
    const waiting = expectFailure(read(client, 7))
    const background = read(client, 8, { priority: 'background' })
    held.open()
    expect((await Promise.all([...asking, waiting])).map((one) => one.code)).toEqual(
      Array.from({ length: 7 }, () => 'rate_limited'),
    )
    expect(server.requests).toHaveLength(6)
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await background).items).toHaveLength(1)
    expect(asked().slice(6)).toEqual([8])
  })
})

describe('what a source says of its limits', () => {
  it('is kept and told, with -1 as not known', async () => {
    server.next(
      behaviours.page([], null, {
        'x-ratelimit-limit': '600',
        'x-ratelimit-remaining': '596',
        'x-ratelimit-reset': '11834',
        'x-credits-remaining': '97600',
      }),
      behaviours.page([], null, { 'x-ratelimit-limit': '-1', 'x-credits-remaining': '97580' }),
      behaviours.page([], null, { 'x-ratelimit-limit': '60' }),
    )
    const client = open()
    const told: unknown[] = []
    const stop = client.onLimits((...args) => told.push(args))
    expect(client.limits({ id: 'hostile' })).toEqual({})
    await read(client, 1)
    await read(client, 2)
    await read(client, 3, {}, { requestsPerSecond: 20 })
    await read(client, 4)
    stop()
    expect(told).toEqual([
      ['hostile', { limit: 600, remaining: 596, resetMs: 11834, credits: 97600 }],
      ['hostile', { credits: 97580 }],
      ['hostile', { limit: 60, perSecond: 20 }],
    ])
    expect(client.limits({ id: 'hostile' })).toEqual({ limit: 60, perSecond: 20 })
  })

  it('none remaining: the next waits until the reset', async () => {
    server.next(behaviours.page([], null, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '150' }))
    const client = open()
    await read(client, 1)
    const startedAt = performance.now()
    await read(client, 2)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(140)
  })
})

describe('a probe', () => {
  it('tells how long it took, the dialect and the limits', async () => {
    const transfer = { tx_hash: '0x1', log_index: 1, token: { address: '0x2' } }
    server.always(behaviours.page([transfer], null, { 'x-ratelimit-limit': '180' }))
    const answer = await open().probe(sourceAt(` ${server.url}/api/v2/ `))
    expect(answer).toMatchObject({
      ok: true,
      data: { dialect: 'legacy', limits: { limit: 180 } },
    })
    expect(server.requests[0]?.path).toBe('/api/v2/token-transfers')
  })

  it.each([
    '',
    'ftp://x.test',
    'https://',
    'https://me:pw@x.test',
    'https://x.test/?apikey=1',
    'javascript:alert(1)',
  ])('refuses %j as an address', async (baseUrl) => {
    expect(await open().probe(sourceAt(baseUrl))).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', field: 'baseUrl' },
    })
  })

  it('gives the error as a value', async () => {
    server.always(behaviours.html())
    expect(await open().probe(sourceAt(server.url))).toMatchObject({
      ok: false,
      error: { code: 'bad_response', kind: 'html' },
    })
  })
})
