import { expect, test } from 'vitest'
import { createPrefetchDistance } from './prefetch-distance.ts'

test('40 rows ahead at rest, while scrolling as many as pass in half a second, never more than two pages', () => {
  let time = 0
  const distance = createPrefetchDistance(() => time)
  const scroll = (rows: number[]) => rows.map((row) => ((time += 0.125), distance.rowsAhead(row)))
  expect(scroll([0, 1, 2])).toEqual([40, 40, 40])
  expect(scroll([22])).toEqual([80])
  expect(scroll([200, 400])).toEqual([100, 100])
  expect(scroll([400, 390])).toEqual([40, 40])
})

test('two calls at the same time measure no speed', () => {
  const distance = createPrefetchDistance(() => 7)
  expect([distance.rowsAhead(0), distance.rowsAhead(1_000)]).toEqual([40, 40])
})
