import { describe, expect, test } from 'vitest'
import { describeCost, loadAllCost } from './load-all-cost.ts'

describe('what loading all costs', () => {
  test('requests from what is left, credits where they are counted', () => {
    expect(describeCost(loadAllCost(50, 1234, 20), 20)).toBe(
      'About 24 requests, 480 credits, for 1,184 more rows.',
    )
    expect(describeCost(loadAllCost(50, 60, undefined), undefined)).toBe('About 1 request, for 10 more rows.')
  })
  test('says so where nobody knows how many are left', () => {
    expect(describeCost(loadAllCost(50, undefined, 20), 20)).toMatch(/does not say.*one request, 20 credits/)
  })
})
