import { describe, expect, test } from 'vitest'
import { sortFilters, SORTS, sortLabel, withFilter } from './filter-labels.ts'

describe('filters', () => {
  test('each choice of order is found again by its filters', () => {
    for (const { label } of SORTS) expect(sortLabel(sortFilters(label))).toBe(label)
    expect(sortLabel({ sort: 'hostile' })).toBe('Newest first')
  })
  test('a filter is set and taken away, the others stay', () => {
    expect(withFilter({ a: '1' }, 'b', true)).toEqual({ a: '1', b: true })
    expect(withFilter({ a: '1', b: true }, 'b', undefined)).toEqual({ a: '1' })
  })
})
