import { describe, expect, test } from 'vitest'
import type { KeepEstimate, KeepJob } from '#shared/rpc/contract/keep.ts'
import { describeJobDetail, describeJobState, describeRows, describeSpent } from './describe-job.ts'
import { shareOf } from './job-share.ts'
import { describeKeepCost } from './keep-cost.ts'

const params = { address_hash: '0x00000000000000000000000000000000000000aa' }
const estimate = (more: Partial<KeepEstimate>): KeepEstimate => ({
  list: 'address-transactions',
  params,
  filters: {},
  loaded: 0,
  isComplete: false,
  total: 1_000,
  isAtLeast: false,
  creditsEach: 20,
  ...more,
})
const list = {
  list: 'address-transactions',
  params,
  filters: {},
  rows: 250,
  total: 1_000,
  isDone: false,
} as const
const job = (more: Partial<KeepJob>): KeepJob => ({
  id: 1,
  source: 'eth',
  lists: [list],
  state: 'running',
  requests: 5,
  credits: 100,
  secondsLeft: 90,
  doneAt: null,
  isFollowed: false,
  ...more,
})

describe('what keeping takes', () => {
  test('lists are added up by what each costs', () => {
    expect(describeKeepCost([estimate({ loaded: 50 }), estimate({ total: 100, creditsEach: 30 })], 0.5)).toBe(
      'About 21 requests, 440 credits, 11 s, for 1,050 more rows.',
    )
    expect(describeKeepCost([estimate({ creditsEach: 0 })], undefined)).toBe(
      'About 20 requests, for 1,000 more rows.',
    )
  })
  test('what nobody counts is said, and what is kept takes nothing', () => {
    expect(describeKeepCost([estimate({}), estimate({ total: 50, isAtLeast: true })], undefined)).toMatch(
      /^About 20 requests.*does not count 1 other list\.$/,
    )
    expect(describeKeepCost([estimate({ total: null })], undefined)).toMatch(/does not say.*20 credits/)
    expect(describeKeepCost([estimate({ isComplete: true })], undefined)).toMatch(/kept already/)
    // A source's counter may lag behind the kept rows.
    expect(describeKeepCost([estimate({ loaded: 1_200 })], undefined)).toMatch(/for 0 more rows/)
  })
})

describe('a job in words', () => {
  test('how far it is', () => {
    expect(describeRows(job({}))).toBe('250 of 1,000 rows')
    expect(shareOf(job({}))).toBe(0.25)
    expect(describeSpent(job({}))).toBe('5 requests, 100 credits')
    expect(describeJobState(job({}), 0)).toBe('Reading, 2 min left')
    const unknown = job({ lists: [{ ...list, total: null }], secondsLeft: null })
    expect([describeRows(unknown), shareOf(unknown), describeJobState(unknown, 0)]).toEqual([
      '250 rows',
      undefined,
      'Reading',
    ])
    // With more rows than the source counted, the share stays at 1.
    expect(shareOf(job({ lists: [{ ...list, rows: 1_500 }] }))).toBe(1)
  })
  test('why it does not go on, and when it does', () => {
    expect(describeJobState(job({ state: 'done', doneAt: 1_000 }), 3_601_000)).toBe('Kept, read 1 h ago')
    expect(describeJobDetail(job({ state: 'budget' }))).toMatch(/tomorrow/)
    const error = { code: 'unauthorized', hadKey: false, host: 'eth.example' } as const
    expect(describeJobDetail(job({ state: 'source', problem: { kind: 'source', error } }))).toMatch(
      /asks for a key\..*asked again/,
    )
    expect(describeJobDetail(job({ state: 'failed', problem: { kind: 'no_room' } }))).toMatch(/settings/)
    expect(describeJobDetail(job({}))).toBeUndefined()
  })
})
