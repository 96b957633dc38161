/** Tests that a changed or suspended system clock makes no request earlier or later. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as behaviours from '#platform/testing/behaviours.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { exampleAddress, exampleWithdrawal } from '#shared/lists/testing/example-items.ts'
import { expectFailure } from '#core/testing/expect-failure.ts'
import { openHostileServer, sourceAt, type HostileServer } from '#platform/testing/hostile-server.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ApiClient } from '../create-api-client.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 9, 1)
let server: HostileServer
let client: ApiClient
let times: number[]
beforeEach(async () => {
  server = await openHostileServer()
  // Only the time of day is faked.
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  client = clientAt()
  times = []
  server.always(async (response, seen) => {
    times.push(performance.now())
    await behaviours.page([exampleWithdrawal(1)])(response, seen)
  })
})
afterEach(async () => {
  vi.useRealTimers()
  client.close()
  await server.close()
})

const read = (seed: number, requestsPerSecond?: number) =>
  client.readPage(sourceAt(server.url, requestsPerSecond === undefined ? {} : { requestsPerSecond }), {
    list: 'address-withdrawals',
    params: { address_hash: exampleAddress(seed) },
  })

it.each([
  ['back', -DAY],
  ['forward', DAY],
])('set %s by a day: requests go on at the rate of the source, without a burst', async (_name, jump) => {
  // Taken before the first start, so that late arrivals on a busy machine do not look like a burst.
  const begun = performance.now()
  for (let n = 0; n < 3; n += 1) {
    await Promise.all([1, 2, 3, 4].map((seed) => read(10 * n + seed, 20)))
    vi.setSystemTime(Date.now() + jump)
    await Promise.all(Array.from({ length: 8 }, (_, seed) => read(100 + 10 * n + seed, 20)))
  }
  // At any time, no more requests have started than the burst and the rate allow.
  for (const [index, at] of times.entries())
    expect(index + 1).toBeLessThanOrEqual(20 + ((at - begun) / 1_000) * 20 + 1)
  expect((times.at(-1) ?? 0) - begun).toBeLessThan(18_000)
})

it.each([
  ['back', -DAY],
  ['forward', DAY],
])('set %s by a day in a pause that a source asked for: it lasts as long as it said', async (_name, jump) => {
  const answered: number[] = []
  server.next(async (response, seen) => {
    answered.push(performance.now())
    await behaviours.json({}, 429, { 'x-ratelimit-reset': '400' })(response, seen)
    vi.setSystemTime(Date.now() + jump)
  })
  await read(1)
  const waited = (times[0] ?? 0) - (answered[0] ?? 0)
  expect(waited).toBeGreaterThanOrEqual(395)
  expect(waited).toBeLessThan(18_000)
})

it.each([
  ['a day behind', -DAY],
  ['a day ahead', DAY],
  ['of a machine that slept for a night', 0],
])('by a clock %s, a date to come back at is as far away as the source means it', async (_name, off) => {
  vi.setSystemTime(START + off + (off === 0 ? DAY / 3 : 0))
  const theirs = off === 0 ? START + DAY / 3 : START
  const date = new Date(theirs).toUTCString()
  const after = new Date(theirs + 60_000).toUTCString()
  server.always(behaviours.json({}, 429, { date, 'retry-after': after }))
  const failure = await expectFailure(read(1))
  if (failure.code !== 'rate_limited') throw new ChainglassFailure(failure)
  // Counted down since the response.
  expect(failure.retryAfterMs).toBeGreaterThan(30_000)
  expect(failure.retryAfterMs).toBeLessThanOrEqual(60_000)
})
