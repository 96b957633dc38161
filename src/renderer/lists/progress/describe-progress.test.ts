import { describe, expect, test } from 'vitest'
import {
  describeProgress,
  describeProgressShort,
  loadedShare,
  type LoadedCount,
} from './describe-progress.ts'

const some: LoadedCount = { isLoading: false, loaded: 98, total: 12_000, isWhole: false, matches: undefined }
const words = (more: Partial<LoadedCount>) => describeProgress({ ...some, ...more }).join('')
const short = (more: Partial<LoadedCount>) => describeProgressShort({ ...some, ...more }).join('')

describe('how much of a list is here', () => {
  test('of how many, or so far, or all', () => {
    expect(words({})).toBe('98 of 12,000')
    expect(describeProgress(some)).toEqual(['', '98', ' of 12,000'])
    expect(words({ total: undefined })).toBe('98 so far')
    // A source's counter may lag behind the loaded rows.
    expect(words({ total: 90 })).toBe('98 so far')
    expect(words({ loaded: 12_000, isWhole: true })).toBe('All 12,000')
    expect(words({ loaded: 0, isWhole: true })).toBe('none')
    expect(words({ loaded: 0, total: undefined })).toBe('none yet')
    expect(words({ loaded: 0 })).toBe('0 of 12,000')
    expect(words({ isLoading: true })).toBe('reading…')
  })
  test('what a filter leaves, and of which rows', () => {
    expect(words({ matches: 3 })).toBe('3 match of 98 here, 12,000 exist')
    expect(words({ matches: 3, total: undefined })).toBe('3 match of 98 here')
    expect(words({ matches: 412, loaded: 12_000, isWhole: true })).toBe('412 match of all 12,000')
    expect(short({ matches: 3 })).toBe('3 of 98')
    expect(short({})).toBe('98 of 12,000')
  })
  test('as a share, where it is known', () => {
    expect(loadedShare({ ...some, loaded: 3_000 })).toBe(0.25)
    expect(loadedShare({ ...some, total: undefined })).toBeUndefined()
    expect(loadedShare({ ...some, isWhole: true })).toBe(1)
  })
})
