import { describe, expect, test } from 'vitest'
import { describeTail } from './list-status.ts'

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
    expect(describeTail(at)).toBe('that is all, 1,234 rows')
    expect(describeTail({ ...at, shown: 1, loaded: 1 })).toBe('that is all, 1 row')
    expect(describeTail({ ...at, shown: 1200, folded: 34 })).toBe(
      'that is all, 1,234 rows, 34 of them folded',
    )
  })

  test('nothing while more is on its way, and nothing where there are no rows', () => {
    expect(describeTail({ ...at, state: { kind: 'more' } })).toBeUndefined()
    expect(describeTail({ ...at, state: { kind: 'ready' } })).toBeUndefined()
    expect(describeTail({ ...at, shown: 0, loaded: 0 })).toBeUndefined()
  })

  test('that there is more, where it waits to be told', () => {
    const tail = describeTail({ ...at, state: { kind: 'ready' }, paused: true, narrowed: true, shown: 3 })
    expect(tail).toBe('Of the 1,234 rows loaded so far. There are more.')
  })
})
