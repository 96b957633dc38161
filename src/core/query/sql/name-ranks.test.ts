import { expect, test } from 'vitest'
import { rankNames } from './name-ranks.ts'

test('more names than a call may have arguments are ranked; those without a value have no rank', () => {
  const count = 300_000
  const ranks = rankNames(
    new Map(Array.from({ length: count }, (_, id) => [id, id === 7 ? undefined : `name ${String(id % 10)}`])),
  )
  expect(ranks).toHaveLength(count)
  expect([ranks[0], ranks[1], ranks[9], ranks[7], ranks[count - 1]]).toEqual([0, 1, 9, NaN, 9])
})
