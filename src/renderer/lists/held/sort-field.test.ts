import { expect, test } from 'vitest'
import { listEndpoint, LIST_IDS } from '#shared/lists/list-table.ts'
import { columnsOf } from '../columns/list-presentations.ts'
import { sortFieldOf } from './sort-field.ts'

/** Orders that the core has no field for: they are made of several members, or of what only the window knows. */
const OF_THE_WINDOW = new Set(['event', 'reward', 'value_now', 'value_then'])

test('every column of history that sorts has a field in the core, but for a few', () => {
  const missing = LIST_IDS.filter((list) => listEndpoint(list).order?.direction === 'desc').flatMap((list) =>
    columnsOf(list, {})
      .filter(({ id, sort }) => sort && sortFieldOf(listEndpoint(list).resource, id) === undefined)
      .map(({ id }) => id)
      .filter((id) => !OF_THE_WINDOW.has(id))
      .map((id) => `${list}: ${id}`),
  )
  expect(missing).toEqual([])
})

test('the same column means what its rows have', () => {
  expect(sortFieldOf('transaction', 'age')).toBe('time')
  expect(sortFieldOf('transfer', 'amount')).toBe('amount')
  expect(sortFieldOf('coin-balance', 'change')).toBe('item.delta')
  expect(sortFieldOf('block', 'reward')).toBeUndefined()
})
