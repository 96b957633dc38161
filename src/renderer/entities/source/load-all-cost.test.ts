import { describe, expect, test } from 'vitest'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { loadAllCost } from '#shared/lists/load-cost.ts'
import { describeCost, secondsPerRequest } from './load-all-cost.ts'

describe('what loading all costs', () => {
  test('requests from what is left, credits where they are counted', () => {
    expect(describeCost(loadAllCost(50, 1234, 20), 20, undefined)).toBe(
      'About 24 requests, 480 credits, for 1,184 more rows.',
    )
    expect(describeCost(loadAllCost(50, 60, undefined), undefined, undefined)).toBe(
      'About 1 request, for 10 more rows.',
    )
  })
  test('and the time: as the last request took, or as the source allows', () => {
    const at = (more: object) => secondsPerRequest({ limits: {}, ...more } as unknown as SourceView)
    expect(at({})).toBeUndefined()
    expect(at({ last: { ok: true, ms: 500 } })).toBe(0.5)
    expect(at({ last: { ok: true, ms: 100 }, requestsPerSecond: 2 })).toBe(0.5)
    expect(at({ last: { ok: true, ms: 100 }, limits: { limit: 5, perSecond: 4 } })).toBe(0.25)
    expect(describeCost(loadAllCost(50, 1234, 20), 20, 0.5)).toBe(
      'About 24 requests, 480 credits, 12 s, for 1,184 more rows.',
    )
    expect(describeCost(loadAllCost(50, undefined, 20), 20, 0.5)).toMatch(
      /one request, 20 credits, about 0\.5 s/,
    )
  })
  test('says so where nobody knows how many are left', () => {
    expect(describeCost(loadAllCost(50, undefined, 20), 20, undefined)).toMatch(
      /does not say.*one request, 20 credits/,
    )
  })
})
