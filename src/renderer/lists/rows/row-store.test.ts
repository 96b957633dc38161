import { describe, expect, test } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { RowStore } from './row-store.ts'

const row = (number: number, more: object = {}): GridRow => ({
  kind: 'item',
  key: `key ${String(number)}`,
  item: { number, text: `row ${String(number)}`, ...more },
})
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at))
const all = (store: RowStore) => {
  const seen: unknown[] = []
  store.scan(
    store.first,
    store.end,
    (one) => void seen.push(one.kind === 'item' ? (one.item as { number: number }).number : one.kind),
  )
  return seen
}

describe('rows of a list', () => {
  test('a row that came before is not added again', () => {
    const store = new RowStore()
    expect(store.append(rows(0, 50))).toBe(50)
    expect(store.append(rows(45, 60))).toBe(10)
    expect(store.append([row(60), row(60)])).toBe(1)
    expect(all(store)).toEqual(Array.from({ length: 61 }, (_, at) => at))
  })

  test('newer rows go before the first, and no row changes its number by it', () => {
    const store = new RowStore()
    store.append(rows(10, 20))
    const seq = store.seqOf('key 15')!
    expect(store.prepend(rows(5, 12))).toBe(5)
    expect(store.seqOf('key 15')).toBe(seq)
    expect(store.at(seq)?.key).toBe('key 15')
    expect(store.at(store.first)?.key).toBe('key 5')
    expect(all(store)).toEqual(Array.from({ length: 15 }, (_, at) => at + 5))
  })

  test('far more pages than are held parsed: every row is still there, in any order of looking', () => {
    const store = new RowStore()
    for (let page = 0; page < 300; page++) store.append(rows(page * 50, page * 50 + 50))
    expect(store.count).toBe(15_000)
    for (const seq of [0, 14_999, 7_321, 51, 14_000, 1]) expect(store.at(seq)).toEqual(row(seq))
    expect(all(store)).toHaveLength(15_000)
  })

  test('a row that changed keeps its place, also where its page was packed', () => {
    const store = new RowStore()
    for (let page = 0; page < 120; page++) store.append(rows(page * 50, page * 50 + 50))
    store.packSome(() => true)
    store.replace(row(3, { status: 'ok' }))
    for (let page = 20; page < 120; page++) store.at(page * 50)
    expect(store.at(3)).toEqual(row(3, { status: 'ok' }))
    expect(store.at(4)).toEqual(row(4))
    expect(store.replace(row(999_999))).toBeUndefined()
  })
})
