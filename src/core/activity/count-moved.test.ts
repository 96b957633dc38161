import { expect, test } from 'vitest'
import type { Cursor } from '#shared/lists/page.ts'
import { countMoved } from './count-moved.ts'

const page = (amounts: Record<string, string>, next: Cursor | null = null) => ({
  keys: Object.keys(amounts),
  items: Object.values(amounts).map((value) => ({ value })) as never[],
  next,
})
const MORE = { value: '1' }

test('the first look counts nothing; then what came, went and changed, each once', () => {
  const { mark, moved } = countMoved(page({ a: '1', b: '2', c: '3' }), undefined)
  expect(moved).toBe(0)
  expect(countMoved(page({ a: '1', b: '2', c: '3' }), mark).moved).toBe(0)
  expect(countMoved(page({ a: '1', b: '5', d: '4' }), mark).moved).toBe(3)
})

test('of a longer list what only moved onto the page or from it is not new', () => {
  const { mark } = countMoved(page({ a: '1', b: '2' }, MORE), undefined)
  expect(countMoved(page({ a: '1', c: '3' }, MORE), mark).moved).toBe(0)
  expect(countMoved(page({ b: '3', c: '3' }, MORE), mark).moved).toBe(1)
})
