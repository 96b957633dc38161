import { describe, expect, test } from 'vitest'
import { LIST_IDS, listEndpoint } from '#shared/lists/list-table.ts'
import { choicesOf, sortFilters, sortLabel, sortsOf, withFilter } from './filter-labels.ts'

describe('filters', () => {
  test.each([
    ['address-transactions', 'Newest first'],
    ['tokens', 'Highest market cap'],
  ] as const)('%s: each choice of order is one it knows, and found again by its filters', (list, first) => {
    const { sort } = listEndpoint(list).filters
    const sorts = sortsOf(sort)
    for (const { label, filters } of sorts) {
      expect(sortLabel(sorts, sortFilters(sorts, label))).toBe(label)
      if ('sort' in filters) expect(sort && 'values' in sort && sort.values).toContain(filters.sort)
    }
    expect(sortLabel(sorts, { sort: 'hostile' })).toBe(first)
  })
  test('what a filter of one value offers is what its list knows', () => {
    const titles = LIST_IDS.flatMap((id) => {
      const { filter } = listEndpoint(id).filters
      if (!filter) return []
      const choices = choicesOf(filter)
      for (const { value } of choices?.choices ?? [])
        if (value !== '') expect('values' in filter && filter.values).toContain(value)
      return [`${id}: ${choices?.title ?? ''}`]
    })
    expect(titles).toContain('latest-transactions: State')
    expect(titles).toContain('address-token-transfers: Direction')
  })
  test('a filter is set and taken away, the others stay', () => {
    expect(withFilter({ a: '1' }, 'b', true)).toEqual({ a: '1', b: true })
    expect(withFilter({ a: '1', b: true }, 'b', undefined)).toEqual({ a: '1' })
  })
})
