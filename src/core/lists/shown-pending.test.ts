import { expect, test } from 'vitest'
import type { Page } from '#shared/lists/page.ts'
import type { PendingRow } from '#shared/rpc/contract/lists.ts'
import { ShownPending } from './shown-pending.ts'

const row = (key: string): PendingRow => ({
  key,
  item: { hash: key, block_number: null } as PendingRow['item'],
})
const mined = (key: string, block: number) => ({ hash: key, block_number: block })
const pageOf = (items: readonly { readonly hash: string }[]): Page => ({
  items,
  keys: items.map(({ hash }) => hash),
  unread: [],
  next: null,
})
const keysOf = (rows: readonly PendingRow[]) =>
  rows.map(({ key, isMined }) => (isMined ? `${key} mined` : key))

test('new ones wait, and one that is mined stays where it is, until what is new is shown', () => {
  const shown = new ShownPending()
  expect(keysOf(shown.take([row('a'), row('b'), row('c')]))).toEqual(['a', 'b', 'c'])
  shown.followHead(pageOf([mined('x', 8), mined('b', 7), row('a').item as { hash: string }]))
  const rows = shown.take([row('d'), row('a'), row('c')])
  expect(keysOf(rows)).toEqual(['a', 'b mined', 'c'])
  expect(rows[1]?.item).toMatchObject({ block_number: 7 })
  expect([shown.mined, shown.waiting]).toEqual([1, 1])
  shown.showNewer()
  expect(keysOf(shown.take([row('d'), row('a'), row('c')]))).toEqual(['d', 'a', 'c'])
  expect([shown.mined, shown.waiting]).toEqual([0, 0])
})

test('one that is gone without having been mined goes, and one that a reorganisation undid is pending again', () => {
  const shown = new ShownPending()
  shown.take([row('a'), row('b')])
  shown.followHead(pageOf([mined('a', 7)]))
  expect(keysOf(shown.take([]))).toEqual(['a mined'])
  shown.followHead(pageOf([row('a').item as { hash: string }]))
  expect(keysOf(shown.take([row('a')]))).toEqual(['a'])
  expect([shown.mined, shown.waiting]).toEqual([0, 0])
})

test('of who reads the list already, those that were above it stay there, mined or not', () => {
  const shown = new ShownPending(['a', 'b'])
  expect(keysOf(shown.take([row('d'), row('a')]))).toEqual(['a'])
  expect([shown.isIncomplete, shown.waiting]).toEqual([true, 1])
  shown.followHead(pageOf([mined('b', 7)]))
  expect(keysOf(shown.take([row('d'), row('a')]))).toEqual(['a', 'b mined'])
  expect(shown.isIncomplete).toBe(false)
  expect(keysOf(new ShownPending([]).take([row('a')]))).toEqual([])
})

test('one that was dropped is looked for no more', () => {
  const shown = new ShownPending()
  shown.take([row('a'), row('b')])
  shown.followHead(pageOf([mined('b', 7)]))
  shown.take([])
  expect(shown.isIncomplete).toBe(true)
  shown.forgetMissing([])
  expect(keysOf(shown.take([row('a')]))).toEqual(['b mined'])
  expect([shown.isIncomplete, shown.waiting]).toEqual([false, 1])
})
