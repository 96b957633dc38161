import { expect, test } from 'vitest'
import { type BlockRow, PageCaches } from './page-caches.ts'

const block = (number: number): BlockRow => ({
  number,
  hash: new Uint8Array([number & 0xff]),
  timestamp: number,
  base_fee: null,
  traced: 1,
  odd: 0,
})

/** The rows of these blocks, and what the database was asked for. */
function ask(caches: PageCaches, heights: readonly number[], last = Infinity) {
  const asked: number[] = []
  const rows = caches.blocks.getAll(heights, (missing) => {
    asked.push(...missing)
    return missing.filter((height) => height <= last).map(block)
  })
  return { asked, rows: rows.map(({ number }) => number).sort((a, b) => a - b) }
}

test('the database is asked for nothing twice while nothing is written', () => {
  const caches = new PageCaches()
  caches.follow(7)
  expect(ask(caches, [1, 2])).toEqual({ asked: [1, 2], rows: [1, 2] })
  caches.follow(7)
  expect(ask(caches, [1, 2, 3])).toEqual({ asked: [3], rows: [1, 2, 3] })
  expect(ask(caches, [2, 3])).toEqual({ asked: [], rows: [2, 3] })
})

test('what was written since may be in any row: all are read anew', () => {
  const caches = new PageCaches()
  caches.follow(7)
  ask(caches, [1, 2])
  caches.follow(8)
  expect(ask(caches, [1, 2]).asked).toEqual([1, 2])
})

test('what is not there is asked for each time', () => {
  const caches = new PageCaches()
  expect(ask(caches, [1, 2], 1)).toEqual({ asked: [1, 2], rows: [1] })
  expect(ask(caches, [1, 2])).toEqual({ asked: [2], rows: [1, 2] })
})

test('it does not grow without bound, and a page of more rows than are kept is whole', () => {
  const caches = new PageCaches()
  const many = Array.from({ length: 20_001 }, (_, height) => height)
  expect(ask(caches, many).rows).toHaveLength(20_001)
  ask(caches, [30_000])
  expect(ask(caches, [0]).asked).toEqual([0])
})
