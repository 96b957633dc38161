import { describe, expect, test } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { sortOf, SORTS, sortWords, withFilter } from '../toolbar/filter-words.ts'
import { tailWords } from '../session/list-status.ts'
import { costWords, loadingCost } from '../toolbar/loading-cost.ts'
import { isScamRow } from './scam-rows.ts'

describe('what is said at the end of a list', () => {
  const at = {
    state: { kind: 'end' },
    shown: 1234,
    loaded: 1234,
    folded: 0,
    narrowed: false,
    paused: false,
  } as const

  test('all there is, and how much of it is folded', () => {
    expect(tailWords(at)).toBe('that is all, 1,234 rows')
    expect(tailWords({ ...at, shown: 1, loaded: 1 })).toBe('that is all, 1 row')
    expect(tailWords({ ...at, shown: 1200, folded: 34 })).toBe('that is all, 1,234 rows, 34 of them folded')
  })

  test('nothing while more is on its way, and nothing where there are no rows', () => {
    expect(tailWords({ ...at, state: { kind: 'more' } })).toBeUndefined()
    expect(tailWords({ ...at, state: { kind: 'ready' } })).toBeUndefined()
    expect(tailWords({ ...at, shown: 0, loaded: 0 })).toBeUndefined()
  })

  test('that there is more, where it waits to be told', () => {
    const words = tailWords({ ...at, state: { kind: 'ready' }, paused: true, narrowed: true, shown: 3 })
    expect(words).toBe('Of the 1,234 rows loaded so far. There are more.')
  })
})

describe('what loading all costs', () => {
  test('requests from what is left, credits where they are counted', () => {
    expect(costWords(loadingCost(50, 1234, 20), 20)).toBe(
      'About 24 requests, 480 credits, for 1,184 more rows.',
    )
    expect(costWords(loadingCost(50, 60, undefined), undefined)).toBe('About 1 request, for 10 more rows.')
  })
  test('says so where nobody knows how many are left', () => {
    expect(costWords(loadingCost(50, undefined, 20), 20)).toMatch(/does not say.*one request, 20 credits/)
  })
})

describe('filters', () => {
  test('each sorting is told again by its words', () => {
    for (const { words } of SORTS) expect(sortWords(sortOf(words))).toBe(words)
    expect(sortWords({ sort: 'hostile' })).toBe('Newest first')
  })
  test('a filter is set and taken away, the others stay', () => {
    expect(withFilter({ a: '1' }, 'b', true)).toEqual({ a: '1', b: true })
    expect(withFilter({ a: '1', b: true }, 'b', undefined)).toEqual({ a: '1' })
  })
})

describe('scam rows', () => {
  const row = (item: object): GridRow => ({ kind: 'item', key: '1', item })
  const own = `0x${'a'.repeat(40)}`
  test('by their token or the other party, never by the address whose list it is', () => {
    expect(isScamRow(row({ token: { reputation: 'scam' } }), own)).toBe(true)
    expect(isScamRow(row({ token: { reputation: 'ok' } }), own)).toBe(false)
    expect(isScamRow(row({ from: { hash: '0xB', is_scam: true } }), own)).toBe(true)
    expect(isScamRow(row({ from: { hash: own.toUpperCase(), is_scam: true } }), own.toLowerCase())).toBe(
      false,
    )
    expect(isScamRow(row({ from: null, to: null }), own)).toBe(false)
  })
})
