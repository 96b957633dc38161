import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RequestLogEntry } from '#core/api-client/request/requester.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createService } from '#service/http/server.ts'
import type { Page } from '#shared/lists/page.ts'
import type { ReadySource, RateClass } from '#shared/source.ts'
import { firstPageStreams, type FirstPageDeps } from './first-page-poller.ts'

const LATEST = { source: 'here', list: 'token-transfers', params: {}, filters: {} } as const
const CONTEXT = { signal: new AbortController().signal, connection: {} }

describe('over our own service', () => {
  it('an unchanged list is asked for and not sent; a block is told within a second', async () => {
    let time = Date.UTC(2026, 9, 1, 12)
    const chain = createSampleChain({ seed: 2, transactions: 400, live: true, now: () => time })
    const service = await createService({ reader: chain, dialect: 'v12' })
    const asked: RequestLogEntry[] = []
    const client = clientAt({ log: (entry) => asked.push(entry) })
    const source: ReadySource = {
      id: 'here',
      name: 'here',
      kind: 'instance',
      ownService: true,
      baseUrl: service.url,
      auth: 'bearer',
      coin: { symbol: 'COIN', decimals: 18 },
      builtIn: false,
    }
    const { 'lists.firstPage': watch } = firstPageStreams({
      rateClass: () => 'node',
      async readFirstPage({ list, params, filters }, had, signal) {
        const page = await client.readFirstPage(source, { list, params, filters }, had, { signal })
        return page && { page, etag: page.etag }
      },
    })
    const told: Page[] = []
    const end = watch(LATEST, (page) => told.push(page), CONTEXT)
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3)
    expect(told).toHaveLength(1)
    expect(asked.slice(0, 3).map(({ status }) => status)).toEqual([200, 304, 304])
    expect(asked[2]?.bytes).toBe(0)

    time += 8_000
    await expect.poll(() => told).toHaveLength(2)
    expect(told[1]?.keys[0]).not.toBe(told[0]?.keys[0])
    end()
    client.close()
    await service.close()
  })
})

describe('by the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const page = (key: string): Page => ({
    items: [{}],
    keys: [key],
    unread: [],
    next: null,
  })
  function watched(rateClass: RateClass, readFirstPage: FirstPageDeps['readFirstPage']) {
    const looks: (string | undefined)[] = []
    const { 'lists.firstPage': watch } = firstPageStreams({
      rateClass: () => rateClass,
      readFirstPage: (request, had, signal) => (looks.push(had), readFirstPage(request, had, signal)),
    })
    return { looks, watch }
  }
  const nothing = () => undefined

  it('a hidden window has it looked at seldom, and at once again when it is seen', async () => {
    const { looks, watch } = watched('node', () => Promise.resolve({ page: page('a'), etag: '"1"' }))
    const endHidden = watch({ ...LATEST, isHidden: true }, nothing, CONTEXT)
    await vi.advanceTimersByTimeAsync(14_000)
    expect(looks).toHaveLength(0)
    const endSeen = watch({ ...LATEST, isHidden: false }, nothing, CONTEXT)
    endHidden()
    await vi.advanceTimersByTimeAsync(1)
    expect(looks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(looks).toHaveLength(11)
    expect(new Set(looks.slice(1))).toEqual(new Set(['"1"']))
    endSeen()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(looks).toHaveLength(11)
  })

  it('who comes later is told what the others know', async () => {
    const { watch } = watched('sample', () => Promise.resolve({ page: page('a') }))
    watch(LATEST, nothing, CONTEXT)
    await vi.advanceTimersByTimeAsync(1_000)
    const told: Page[] = []
    watch(LATEST, (page) => told.push(page), CONTEXT)
    expect(told).toEqual([page('a')])
  })

  it('a source that fails is asked less and less, and as before once it answers', async () => {
    let down = true
    const { looks, watch } = watched('sample', () =>
      down ? Promise.reject(new Error('down')) : Promise.resolve({ page: page('a') }),
    )
    const told: Page[] = []
    watch(LATEST, (page) => told.push(page), CONTEXT)
    await vi.advanceTimersByTimeAsync(16_000)
    // Polls after 1, 3, 7 and 15 s.
    expect(looks).toHaveLength(4)
    down = false
    await vi.advanceTimersByTimeAsync(16_000)
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(looks).toHaveLength(8)
  })
})
