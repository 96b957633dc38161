import { expect, test } from 'vitest'
import type { ReadySource } from '#shared/source.ts'
import { chooseRate, updateReportedLimit } from './request-rate.ts'

const instance = (baseUrl: string, more: Partial<ReadySource> = {}) =>
  ({
    id: 'one',
    name: 'One',
    kind: 'instance',
    baseUrl,
    auth: 'bearer',
    coin: { symbol: 'ETH', decimals: 18 },
    builtIn: false,
    ...more,
  }) as ReadySource
const ETH = instance('https://eth.blockscout.com')

test.each([
  ['600 a minute', { limit: 600, resetMs: 11_834 }, 9, 10],
  ['180 a minute', { limit: 180, resetMs: 59_000 }, 2.5, 3],
  ['5 a second', { limit: 5, resetMs: 696 }, 3.9, 4.1],
  ['600, without when it begins anew', { limit: 600, resetMs: undefined }, 9, 10],
])('a source that allows %s is read at that pace', (_, { limit, resetMs }, atLeast, atMost) => {
  const limits = resetMs === undefined ? { limit } : { limit, resetMs }
  const { perSecond, burst } = chooseRate(ETH, false, updateReportedLimit(undefined, limits))
  expect(perSecond).toBeGreaterThan(atLeast)
  expect(perSecond).toBeLessThan(atMost)
  const windowS = (resetMs ?? 60_000) > 1_000 ? 60 : 1
  expect(burst + perSecond * windowS).toBeLessThanOrEqual(limit)
})

test('the end of a window does not make the window shorter, nor does a response that names no limit', () => {
  const early = updateReportedLimit(undefined, { limit: 600, resetMs: 59_000 })
  const late = updateReportedLimit(early, { limit: 600, resetMs: 12 })
  expect(chooseRate(ETH, false, late)).toEqual(chooseRate(ETH, false, early))
  expect(updateReportedLimit(late, { credits: 9 })).toBe(late)
})

test.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
  '%s has no pace unless it says so',
  (baseUrl) => {
    expect(chooseRate(instance(baseUrl), false).perSecond).toBe(Infinity)
    const told = updateReportedLimit(undefined, { limit: 60, resetMs: 60_000 })
    expect(chooseRate(instance(baseUrl), false, told).perSecond).toBeLessThan(1)
  },
)

test('a limit of the person’s own goes before what the headers say', () => {
  const told = updateReportedLimit(undefined, { limit: 600, resetMs: 60_000 })
  const slow = instance('https://eth.blockscout.com', { requestsPerSecond: 2 })
  expect(chooseRate(slow, false, told)).toEqual({ perSecond: 2, burst: 2 })
})
