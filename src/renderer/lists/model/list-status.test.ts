import { describe, expect, test } from 'vitest'
import { describeTail } from './list-status.ts'

describe('what is said at the end of a list', () => {
  const at = {
    state: { kind: 'end' },
    isWhole: true,
    shown: 1234,
    loaded: 1234,
    folded: 0,
    narrowed: false,
    paused: false,
  } as const

  test('that all is loaded, and how much of it is hidden', () => {
    expect(describeTail(at)).toBe('All 1,234 rows loaded')
    expect(describeTail({ ...at, shown: 1, loaded: 1 })).toBe('1 row in all')
    expect(describeTail({ ...at, shown: 1200, folded: 34 })).toBe(
      'All 1,234 rows loaded, 34 of them hidden as scam',
    )
    expect(describeTail({ ...at, shown: 0, folded: 1234 })).toBe('All 1,234 loaded rows are hidden as scam')
    expect(describeTail({ ...at, shown: 0, loaded: 1, folded: 1 })).toBe(
      'The only loaded row is hidden as scam',
    )
  })

  test('no claim to all where the source says that there is more', () => {
    const isWhole = false
    expect(describeTail({ ...at, isWhole })).toBe('1,234 rows loaded')
    expect(describeTail({ ...at, isWhole, narrowed: true, shown: 3 })).toBe('3 matches in 1,234 loaded rows')
  })

  test('how many match what is looked for', () => {
    const narrowed = { ...at, narrowed: true }
    expect(describeTail({ ...narrowed, shown: 3 })).toBe('3 matches in all 1,234 rows')
    const paused = { ...narrowed, isWhole: false, state: { kind: 'ready' }, paused: true } as const
    expect(describeTail({ ...paused, loaded: 100, shown: 1 })).toBe('1 match in 100 loaded rows')
    expect(describeTail({ ...paused, loaded: 100, shown: 0 })).toBe('No match in 100 loaded rows')
  })

  test('nothing while more is on its way, and nothing where there are no rows', () => {
    expect(describeTail({ ...at, state: { kind: 'more' } })).toBeUndefined()
    expect(describeTail({ ...at, state: { kind: 'ready' } })).toBeUndefined()
    expect(describeTail({ ...at, shown: 0, loaded: 0 })).toBeUndefined()
  })

  test('how many are loaded, where loading waits or failed', () => {
    expect(describeTail({ ...at, isWhole: false, state: { kind: 'ready' }, paused: true })).toBe(
      '1,234 rows loaded',
    )
  })
})
