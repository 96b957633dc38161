import { expect, test } from 'vitest'
import { countNewItems } from './count-new-items.ts'

const page = (...items: (readonly [string, number | null])[]) => ({
  keys: items.map(([key]) => key),
  items: items.map(([, block_number]) => ({ block_number })) as never[],
})

test('the first poll marks and counts nothing', () => {
  expect(countNewItems(page(['p', null], ['b', 9], ['a', 8]), undefined)).toEqual({
    mark: { block: 9, keys: ['p', 'b'] },
    fresh: 0,
    mined: [],
    continues: false,
  })
})

test('a pending one counts once: when it is mined it is the same', () => {
  const first = countNewItems(page(['a', 8]), undefined)
  const pending = countNewItems(page(['p', null], ['a', 8]), first.mark)
  expect(pending.fresh).toBe(1)
  const mined = countNewItems(page(['p', 9], ['a', 8]), pending.mark)
  expect(mined.fresh).toBe(0)
})

test('another one in the same block is new', () => {
  const { mark } = countNewItems(page(['a', 8]), undefined)
  expect(countNewItems(page(['b', 8], ['a', 8]), mark).fresh).toBe(1)
})

test('after a reorganisation to a lower block nothing old counts as new', () => {
  const { mark } = countNewItems(page(['b', 9], ['a', 8]), undefined)
  const back = countNewItems(page(['a', 8]), mark)
  expect(back.fresh).toBe(0)
  expect(countNewItems(page(['c', 9], ['a', 8]), back.mark).fresh).toBe(1)
})

test('an address that had nothing: all of it is new', () => {
  const { mark } = countNewItems(page(), undefined)
  expect(mark).toEqual({ block: null, keys: [] })
  expect(countNewItems(page(['b', 2], ['a', 1]), mark)).toMatchObject({ fresh: 2, continues: true })
})
