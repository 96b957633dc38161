/** Tests when watched addresses are polled, with a reader that only counts, and a fake clock. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActivityArrival } from '#shared/rpc/contract/activity.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Source } from '#shared/source.ts'
import { createActivityPoller, type ActivityPoller } from './activity-poller.ts'
import { POLL_INTERVALS } from './poll-intervals.ts'
import type { PollTarget } from './poll-targets.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** `elapsed` is the time of the monotonic clock. */
let requests: { readonly at: number; readonly elapsed: number; readonly address: string }[]
let targets: PollTarget[]
let settings: { on: boolean; onMetered: boolean; notify: boolean }
let failure: ChainglassError | undefined
let failingAddress: string | undefined
let poller: ActivityPoller

const instance = { id: 'eth', kind: 'instance' } as Source
const target = (id: number, source = instance): PollTarget => ({
  entry: { id, address: `0x${String(id)}`, label: '' } as WatchedAddress,
  source,
})

function request(address: string) {
  requests.push({ at: Date.now(), elapsed: performance.now(), address })
  if (failure && (failingAddress ?? address) === address) throw new ChainglassFailure(failure)
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 9, 1) })
  requests = []
  targets = [target(1)]
  settings = { on: true, onMetered: false, notify: false }
  failure = undefined
  failingAddress = undefined
  const polledAt = new Map<string, number>()
  poller = createActivityPoller({
    since: null,
    settings: () => settings,
    chooseTargets: () => targets,
    reader: {
      async page(_source, _list, address) {
        await Promise.resolve()
        request(address)
        return { items: [], keys: [], unread: [], next: null }
      },
      async transfersCount(_source, address) {
        await Promise.resolve()
        request(address)
        return '0'
      },
    },
    results: {
      polledAt: (id, source) => polledAt.get(`${String(id)} ${source}`),
      readMark: () => ({}),
      add: (id, source, _result, now) => polledAt.set(`${String(id)} ${source}`, now),
      markSeen: () => false,
      listUnseen: () => [],
    },
  })
})
afterEach(() => {
  poller.close()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const countDuring = async (ms: number) => {
  const before = requests.length
  await pass(ms)
  return requests.length - before
}
const gaps = () => requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))

describe('requests to a source', () => {
  test('are never closer than its interval, however many addresses are watched', async () => {
    targets = Array.from({ length: 20 }, (_, index) => target(index + 1))
    await pass(20 * MINUTE)
    expect(requests.length).toBeGreaterThan(100)
    expect(Math.min(...gaps())).toBe(POLL_INTERVALS.requestMs.instance)
    expect(new Set(requests.map(({ address }) => address)).size).toBe(20)
  })

  test('of two sources do not wait for each other', async () => {
    targets = [target(1), target(2, { id: 'base', kind: 'instance' } as Source)]
    await pass(POLL_INTERVALS.startDelayMs + 1)
    expect(requests.map(({ address }) => address)).toEqual(['0x1', '0x2'])
  })

  test('leave the limits of instances and the credits of accounts alone', () => {
    expect(MINUTE / POLL_INTERVALS.requestMs.instance).toBeLessThanOrEqual(10)
    const creditsADay = ((24 * HOUR) / POLL_INTERVALS.requestMs.pro) * 27
    expect(creditsADay).toBeLessThan(20_000)
  })

  test('are fewer while no window is visible', async () => {
    targets = [target(1), target(2)]
    await pass(HOUR)
    const visible = await countDuring(HOUR)
    poller.setPresence({ visible: false, metered: false })
    await pass(HOUR)
    const hidden = await countDuring(HOUR)
    expect(hidden).toBeGreaterThan(0)
    expect(visible / hidden).toBeCloseTo(POLL_INTERVALS.hiddenFactor, 0)
  })
})

describe('after a failure', () => {
  test('an address that always fails does not keep the others from their turn', async () => {
    targets = [target(1), target(2)]
    failure = { code: 'server_error', status: 500 }
    failingAddress = '0x1'
    await pass(HOUR)
    const of = (address: string) => requests.filter((one) => one.address === address).length
    expect(of('0x2')).toBeGreaterThan(30)
    expect(of('0x1')).toBeLessThan(10)
  })

  test('the source is polled again once it works, sooner than a person would notice', async () => {
    failure = { code: 'server_error', status: 500 }
    await pass(MINUTE)
    failure = undefined
    expect(await countDuring(10 * MINUTE)).toBeGreaterThan(5)
  })

  test('that needs a person the source is left alone for the longest backoff', async () => {
    failure = { code: 'unauthorized', hadKey: false }
    await pass(MINUTE)
    expect(requests).toHaveLength(1)
    targets = [target(1), target(2)]
    poller.refresh()
    poller.poll(undefined)
    expect(await countDuring(POLL_INTERVALS.maxBackoffMs - 2 * MINUTE)).toBe(0)
    expect(await countDuring(4 * MINUTE)).toBe(1)
  })

  test('a rate limit is waited for as long as the source says', async () => {
    failure = { code: 'rate_limited', retryAfterMs: 10 * MINUTE, hadKey: false }
    await pass(MINUTE)
    failure = undefined
    expect(await countDuring(8 * MINUTE)).toBe(0)
    expect(await countDuring(2 * MINUTE)).toBeGreaterThan(0)
  })
})

describe('a clock that is set', () => {
  const DAY = 24 * HOUR
  beforeEach(() => {
    targets = Array.from({ length: 20 }, (_, index) => target(index + 1))
  })
  const times = () => requests.map(({ elapsed }) => elapsed)
  const closest = () =>
    Math.min(
      ...times()
        .slice(1)
        .map((at, index) => at - (times()[index] ?? 0)),
    )

  test.each([
    ['back by a day', -DAY],
    ['forward by a day', DAY],
  ])('%s: polls go on at their interval, no sooner and no later', async (_name, jump) => {
    await pass(HOUR)
    const before = requests.length
    // During a poll, and between two.
    for (const rest of [1, 2 * SECOND]) {
      await pass(rest)
      vi.setSystemTime(Date.now() + jump)
      await pass(HOUR / 2)
    }
    expect(requests.length - before).toBeGreaterThan(before * 0.9)
    expect(requests.length - before).toBeLessThan(before * 1.1)
    expect(closest()).toBeGreaterThanOrEqual(POLL_INTERVALS.requestMs.instance)
  })

  test('forward does not shorten the pause that a source asked for, back does not lengthen it', async () => {
    for (const jump of [DAY, -DAY]) {
      failure = { code: 'rate_limited', retryAfterMs: 10 * MINUTE, hadKey: false }
      poller.poll(undefined)
      await pass(2 * MINUTE)
      failure = undefined
      vi.setSystemTime(Date.now() + jump)
      expect(await countDuring(7 * MINUTE)).toBe(0)
      expect(await countDuring(4 * MINUTE)).toBeGreaterThan(0)
    }
  })

  test('what an earlier run polled is polled when it is due, at once where the clock was set back since', async () => {
    poller.close()
    const polledAt = { 1: Date.now() - MINUTE, 2: Date.now() + DAY } as Record<number, number>
    const asked: string[] = []
    targets = [target(1), target(2)]
    const page = { items: [], keys: [], unread: [], next: null }
    poller = createActivityPoller({
      since: null,
      settings: () => settings,
      chooseTargets: () => targets,
      reader: {
        page: (_source, _list, address) => {
          asked.push(address)
          return Promise.resolve(page)
        },
        transfersCount: () => Promise.resolve('0'),
      },
      results: {
        polledAt: (id) => polledAt[id],
        readMark: () => ({}),
        add: () => undefined,
        markSeen: () => false,
        listUnseen: () => [],
      },
    })
    await pass(30 * SECOND)
    expect(new Set(asked)).toEqual(new Set(['0x2']))
    await pass(60 * SECOND)
    expect(new Set(asked)).toEqual(new Set(['0x2', '0x1']))
  })
})

describe('polling', () => {
  test('is on, slow, off for metered connections, or off', () => {
    const states = [poller.read().polling]
    poller.setPresence({ visible: false, metered: false })
    states.push(poller.read().polling)
    poller.setPresence({ visible: true, metered: true })
    states.push(poller.read().polling)
    settings.onMetered = true
    states.push(poller.read().polling)
    settings.on = false
    states.push(poller.read().polling)
    expect(states).toEqual(['on', 'slow', 'metered', 'on', 'off'])
  })

  test('that is switched off sends nothing, also in the middle of a poll, and goes on when it is on', async () => {
    await pass(POLL_INTERVALS.startDelayMs + 1)
    expect(requests).toHaveLength(1)
    settings.on = false
    poller.refresh()
    expect(await countDuring(HOUR)).toBe(0)
    settings.on = true
    poller.refresh()
    expect(await countDuring(HOUR)).toBeGreaterThan(50)
  })

  test('on a metered connection sends nothing unless the person allows it', async () => {
    poller.setPresence({ visible: true, metered: true })
    expect(await countDuring(HOUR)).toBe(0)
    settings.onMetered = true
    poller.refresh()
    expect(await countDuring(HOUR)).toBeGreaterThan(50)
  })
})

test('new activity is told beside a node that hangs, and what its check finds after that by itself', async () => {
  poller.close()
  const mine = target(1)
  const told: ActivityArrival[] = []
  const page = { items: [], keys: [], unread: [], next: null }
  const paid = { ...page, items: [{ block_number: 6 }], keys: ['0x6'] }
  poller = createActivityPoller({
    since: null,
    settings: () => ({ ...settings, notify: true }),
    chooseTargets: () => [mine],
    reader: {
      page: (_source, list) => Promise.resolve(list === 'address-transactions' ? paid : page),
      transfersCount: () => Promise.resolve('0'),
    },
    results: {
      polledAt: () => undefined,
      readMark: () => ({ transactions: { block: 5, keys: [] } }),
      add: () => undefined,
      markSeen: () => false,
      listUnseen: () => [],
    },
    onPolled: () => true,
  })
  poller.onArrival((arrival) => told.push(arrival))
  await pass(POLL_INTERVALS.startDelayMs + 2 * POLL_INTERVALS.requestMs.instance + 100)
  await pass(2 * SECOND)
  expect(told).toEqual([])
  await pass(SECOND)
  expect(told).toMatchObject([{ transactions: 1, differs: 0 }])
  const place = { part: 'transaction', row: null, field: 'value', source: '7', other: '5' } as const
  const row = { key: '0x6', height: 6, block: null, findings: [{ ...place, state: 'differs' as const }] }
  poller.reportCheck(mine, { node: null, problem: null, rows: [row], unchecked: [] })
  expect(told.slice(1)).toMatchObject([{ transactions: 0, differs: 1 }])
})
