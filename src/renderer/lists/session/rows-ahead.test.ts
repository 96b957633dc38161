import { expect, test } from 'vitest'
import { rowsAhead } from './rows-ahead.ts'

test('a reader at rest asks 40 rows ahead, one who scrolls as far as half a second goes, nobody beyond two pages', () => {
  let time = 0
  const ahead = rowsAhead(() => time)
  const scroll = (rows: number[]) => rows.map((row) => ((time += 0.125), ahead.at(row)))
  expect(scroll([0, 1, 2])).toEqual([40, 40, 40])
  expect(scroll([22])).toEqual([80])
  expect(scroll([200, 400])).toEqual([100, 100])
  expect(scroll([400, 390])).toEqual([40, 40])
})

test('two looks at the same moment are no speed', () => {
  const ahead = rowsAhead(() => 7)
  expect([ahead.at(0), ahead.at(1_000)]).toEqual([40, 40])
})
