import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { RowView } from './row-view.ts'
import { RowStore } from './row-store.ts'

interface Item {
  readonly number: number
}
const numberOf = (row: GridRow) => (row.kind === 'item' ? (row.item as Item).number : -1)
const rows = (...numbers: number[]): GridRow[] =>
  numbers.map((number) => ({ kind: 'item', key: String(number), item: { number } }))
const shown = (view: RowView) =>
  Array.from({ length: view.shown.count }, (_, at) => numberOf(view.shown.at(at)!))
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const NOTHING = { fold: null, find: null, sort: null }

function open(...numbers: number[]) {
  const store = new RowStore()
  store.append(rows(...numbers))
  const view = new RowView(store, NOTHING, () => undefined)
  return { store, view }
}

describe('what is shown of what is loaded', () => {
  test('no options: all rows, as they come', () => {
    const { store, view } = open(1, 2)
    store.append(rows(3))
    view.update()
    expect(shown(view)).toEqual([1, 2, 3])
    expect(view.shown.indexOf('3')).toBe(2)
  })

  test('folded rows are left out and counted, also of pages that come later', () => {
    const { store, view } = open(1, 2, 3, 4)
    view.setOptions({ ...NOTHING, fold: (row) => (numberOf(row) % 2 === 0 ? 'scam' : undefined) })
    expect(shown(view)).toEqual([1, 3])
    expect(view.shown.folded).toBe(2)
    store.append(rows(5, 6))
    view.update()
    expect(shown(view)).toEqual([1, 3, 5])
    expect(view.shown.folded).toBe(3)
    view.setOptions(NOTHING)
    expect(shown(view)).toEqual([1, 2, 3, 4, 5, 6])
    expect(view.shown.folded).toBe(0)
  })

  test('a row that a later page shows in another light is judged again', () => {
    const { store, view } = open(1, 2, 3)
    const bad = new Set<number>()
    const observer = {
      revision: 0,
      see(row: GridRow) {
        if (numberOf(row) !== 5 || bad.has(2)) return
        bad.add(2)
        this.revision += 1
      },
      tell: () => undefined,
    }
    view.setOptions({
      ...NOTHING,
      observer,
      fold: (row) => (bad.has(numberOf(row)) ? 'poisoning' : undefined),
    })
    expect(shown(view)).toEqual([1, 2, 3])
    store.append(rows(4, 5))
    view.update()
    expect(shown(view)).toEqual([1, 3, 4, 5])
    expect(view.shown).toMatchObject({ folded: 1, poisoned: 1 })
  })

  test('found and sorted; equal ones in the order of the list, unknown ones last either way', () => {
    const { view } = open(3, 1, 2, 10, 20)
    const value = (row: GridRow) => (numberOf(row) >= 10 ? undefined : numberOf(row))
    view.setOptions({ ...NOTHING, sort: { value, descending: false } })
    expect(shown(view)).toEqual([1, 2, 3, 10, 20])
    view.setOptions({ ...NOTHING, sort: { value, descending: true } })
    expect(shown(view)).toEqual([3, 2, 1, 10, 20])
    view.setOptions({
      fold: null,
      find: (row) => numberOf(row) !== 2,
      sort: { value: () => 0n, descending: true },
    })
    expect(shown(view)).toEqual([3, 1, 10, 20])
  })

  test('newer rows put on top are shown on top, and where a row stands is known', () => {
    const { store, view } = open(5, 6)
    view.setOptions({ ...NOTHING, fold: (row) => (numberOf(row) === 6 ? 'scam' : undefined) })
    store.prepend(rows(3, 4))
    view.update()
    expect(shown(view)).toEqual([3, 4, 5])
    expect(view.shown.indexOf('5')).toBe(2)
    expect(view.shown.indexOf('6')).toBeUndefined()
  })

  test('many rows are scanned in several tasks, rows that come meanwhile too', () => {
    const store = new RowStore()
    for (let page = 0; page < 100; page++)
      store.append(rows(...Array.from({ length: 50 }, (_, at) => page * 50 + at)))
    const changed = vi.fn()
    const view = new RowView(store, NOTHING, changed)
    view.setOptions({ ...NOTHING, find: (row) => numberOf(row) % 1000 === 0 })
    expect(view.isScanning).toBe(true)
    store.append(rows(5_000, 6_000))
    view.update()
    vi.runAllTimers()
    expect(view.isScanning).toBe(false)
    expect(shown(view)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000])
    expect(changed).toHaveBeenCalled()
  })

  test('reports that other rows are shown when the options are taken away', () => {
    const store = new RowStore()
    store.append(rows(1, 2))
    const changed = vi.fn()
    const view = new RowView(store, NOTHING, changed)
    view.setOptions({ ...NOTHING, fold: (row) => (numberOf(row) === 2 ? 'scam' : undefined) })
    changed.mockClear()
    view.setOptions(NOTHING)
    expect(shown(view)).toEqual([1, 2])
    expect(changed).toHaveBeenCalled()
  })

  test('a scan for earlier options ends', () => {
    const store = new RowStore()
    for (let page = 0; page < 100; page++)
      store.append(rows(...Array.from({ length: 50 }, (_, at) => page * 50 + at)))
    const view = new RowView(store, NOTHING, () => undefined)
    view.setOptions({ ...NOTHING, find: (row) => numberOf(row) < 3 })
    view.setOptions({ ...NOTHING, find: (row) => numberOf(row) > 4_997 })
    vi.runAllTimers()
    expect(view.isScanning).toBe(false)
    expect(shown(view)).toEqual([4_998, 4_999])
  })
})
