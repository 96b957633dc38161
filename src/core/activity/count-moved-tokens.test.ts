import { expect, test } from 'vitest'
import type { Cursor } from '#shared/lists/page.ts'
import { countMovedTokens } from './count-moved-tokens.ts'

const page = (amounts: Record<string, string>, next: Cursor | null = null) => ({
  keys: Object.keys(amounts),
  items: Object.values(amounts).map((value) => ({ value })) as never[],
  next,
})
const MORE = { value: '1' }

test('the first poll counts nothing; then what came, went and changed, each once', () => {
  const { mark, moved } = countMovedTokens(page({ a: '1', b: '2', c: '3' }), undefined)
  expect(moved).toBe(0)
  expect(countMovedTokens(page({ a: '1', b: '2', c: '3' }), mark).moved).toBe(0)
  expect(countMovedTokens(page({ a: '1', b: '5', d: '4' }), mark).moved).toBe(3)
})

test('of a longer list what only moved onto the page or from it is not new', () => {
  const { mark } = countMovedTokens(page({ a: '1', b: '2' }, MORE), undefined)
  expect(countMovedTokens(page({ a: '1', c: '3' }, MORE), mark).moved).toBe(0)
  expect(countMovedTokens(page({ b: '3', c: '3' }, MORE), mark).moved).toBe(1)
})
