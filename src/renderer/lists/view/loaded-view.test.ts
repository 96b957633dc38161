import { describe, expect, test, vi } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { LoadedView } from './loaded-view.ts'
import { RowStore } from '../session/row-store.ts'

interface Item {
  readonly number: number
}
const numberOf = (row: GridRow) => (row.kind === 'item' ? (row.item as Item).number : -1)
const rows = (...numbers: number[]): GridRow[] =>
  numbers.map((number) => ({ kind: 'item', key: String(number), item: { number } }))
const shown = (view: LoadedView) => Array.from({ length: view.count }, (_, at) => numberOf(view.at(at)!))
const NOTHING = { fold: null, find: null, sort: null }

function open(...numbers: number[]) {
  const store = new RowStore()
  store.append(rows(...numbers))
  const view = new LoadedView(store, () => undefined)
  view.wish(NOTHING)
  return { store, view }
}

describe('what is shown of what is loaded', () => {
  test('nothing wished for: all rows, as they come', () => {
    const { store, view } = open(1, 2)
    store.append(rows(3))
    view.follow()
    expect(shown(view)).toEqual([1, 2, 3])
    expect(view.indexOf('3')).toBe(2)
  })

  test('folded rows are left out and counted, also of pages that come later', () => {
    const { store, view } = open(1, 2, 3, 4)
    view.wish({ ...NOTHING, fold: (row) => numberOf(row) % 2 === 0 })
    expect(shown(view)).toEqual([1, 3])
    expect(view.folded).toBe(2)
    store.append(rows(5, 6))
    view.follow()
    expect(shown(view)).toEqual([1, 3, 5])
    expect(view.folded).toBe(3)
    view.wish(NOTHING)
    expect(shown(view)).toEqual([1, 2, 3, 4, 5, 6])
    expect(view.folded).toBe(0)
  })

  test('found and sorted; equal ones in the order of the list, unknown ones last either way', () => {
    const { view } = open(3, 1, 2, 10, 20)
    const value = (row: GridRow) => (numberOf(row) >= 10 ? undefined : numberOf(row))
    view.wish({ ...NOTHING, sort: { value, descending: false } })
    expect(shown(view)).toEqual([1, 2, 3, 10, 20])
    view.wish({ ...NOTHING, sort: { value, descending: true } })
    expect(shown(view)).toEqual([3, 2, 1, 10, 20])
    view.wish({ fold: null, find: (row) => numberOf(row) !== 2, sort: { value: () => 0n, descending: true } })
    expect(shown(view)).toEqual([3, 1, 10, 20])
  })

  test('newer rows put on top are shown on top, and where a row stands is known', () => {
    const { store, view } = open(5, 6)
    view.wish({ ...NOTHING, fold: (row) => numberOf(row) === 6 })
    store.prepend(rows(3, 4))
    view.follow()
    expect(shown(view)).toEqual([3, 4, 5])
    expect(view.indexOf('5')).toBe(2)
    expect(view.indexOf('6')).toBeUndefined()
  })

  test('many rows are looked through in turns, rows that come meanwhile too', async () => {
    const store = new RowStore()
    for (let page = 0; page < 100; page++)
      store.append(rows(...Array.from({ length: 50 }, (_, at) => page * 50 + at)))
    const changed = vi.fn()
    const view = new LoadedView(store, changed)
    view.wish({ ...NOTHING, find: (row) => numberOf(row) % 1000 === 0 })
    expect(view.busy).toBe(true)
    store.append(rows(5_000, 6_000))
    view.follow()
    await vi.waitUntil(() => !view.busy)
    expect(shown(view)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000])
    expect(changed).toHaveBeenCalled()
  })

  test('says so when nothing is wished for any more: other rows are shown then', () => {
    const store = new RowStore()
    store.append(rows(1, 2))
    const changed = vi.fn()
    const view = new LoadedView(store, changed)
    view.wish({ ...NOTHING, fold: (row) => numberOf(row) === 2 })
    changed.mockClear()
    view.wish(NOTHING)
    expect(shown(view)).toEqual([1, 2])
    expect(changed).toHaveBeenCalled()
  })

  test('a wish that was given up is not gone on with', async () => {
    const store = new RowStore()
    for (let page = 0; page < 100; page++)
      store.append(rows(...Array.from({ length: 50 }, (_, at) => page * 50 + at)))
    const view = new LoadedView(store, () => undefined)
    view.wish({ ...NOTHING, find: (row) => numberOf(row) < 3 })
    view.wish({ ...NOTHING, find: (row) => numberOf(row) > 4_997 })
    await vi.waitUntil(() => !view.busy)
    expect(shown(view)).toEqual([4_998, 4_999])
  })
})
