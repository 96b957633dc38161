import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { RowStore } from '../rows/row-store.ts'
import { countMarks, markOf } from './compare-rows.ts'
import { KnownRows, type Reading } from './known-rows.ts'
import { comparePlaces, placesOf } from './row-place.ts'

interface Item {
  readonly hash: string
  readonly block_number: number | null
  readonly position: number
}
const placeOf = placesOf({ list: 'address-transactions', filters: {}, others: undefined }, false)!
const rowOf = (item: Item): GridRow => ({ kind: 'item', key: item.hash, item })
/** As the chain has it: one transaction for each number, a few in each block. */
const item = (n: number): Item => ({
  hash: `t${String(n)}`,
  block_number: Math.floor(n / 3),
  position: n % 3,
})
/** Newest first. */
const newestFirst = (numbers: readonly number[]) =>
  [...new Set(numbers)].sort((one, other) => other - one).map((n) => rowOf(item(n)))

const reading = (more: Partial<Reading> = {}): Reading => ({
  state: { kind: 'end' },
  newer: { count: 0, gap: false },
  notice: null,
  kept: null,
  ...more,
})
const READY = reading({ state: { kind: 'ready' } })

function known(rows: readonly GridRow[], read: Reading = reading(), order: typeof placeOf | null = placeOf) {
  const store = new RowStore()
  store.append(rows)
  return { store, known: new KnownRows(store, order, read) }
}
const markIn = (other: KnownRows, row: GridRow) => markOf(row.key, placeOf(row), other)
const numbers = fc.array(fc.nat(120), { maxLength: 60 })

describe('two lists that are loaded whole', () => {
  test('each row has the mark that a set says, and the parts add up to the union', () => {
    fc.assert(
      fc.property(numbers, numbers, (first, second) => {
        const [one, other] = [newestFirst(first), newestFirst(second)]
        const [keys, others] = [new Set(one.map(({ key }) => key)), new Set(other.map(({ key }) => key))]
        const [left, right] = [known(one).known, known(other).known]
        for (const row of one) expect(markIn(right, row)).toBe(others.has(row.key) ? 'both' : 'here')
        const [here, there] = [countMarks(left.items, right), countMarks(right.items, left)]
        expect(here.both).toBe(there.both)
        expect(here.here + here.both).toBe(keys.size)
        expect(here.here + here.both + there.here).toBe(new Set([...keys, ...others]).size)
        expect(here.unknown + there.unknown).toBe(0)
      }),
    )
  })
})

describe('a list that is not loaded to its end', () => {
  test('no mark says what the whole list does not, and what it reaches is known', () => {
    fc.assert(
      fc.property(numbers, numbers, fc.nat(60), (first, second, loaded) => {
        const other = newestFirst(second)
        const whole = known(other).known
        const read = other.slice(0, loaded)
        const part = known(read, READY).known
        for (const row of newestFirst(first)) {
          const mark = markIn(part, row)
          if (mark !== 'unknown') expect(mark).toBe(markIn(whole, row))
          const last = read.at(-1)
          const isReached = last !== undefined && comparePlaces(placeOf(row)!, placeOf(last)!) < 0
          expect(mark === 'unknown').toBe(!isReached && !part.has(row.key))
        }
      }),
    )
  })

  test('read page after page, it knows what it knows when read at once', () => {
    fc.assert(
      fc.property(numbers, numbers, fc.integer({ min: 1, max: 9 }), (first, second, size) => {
        const other = newestFirst(second)
        const { store, known: grown } = known([], READY)
        for (let at = 0; at < other.length; at += size) {
          store.append(other.slice(at, at + size))
          grown.update(READY)
          const anew = known(other.slice(0, at + size), READY).known
          for (const row of newestFirst(first)) expect(markIn(grown, row)).toBe(markIn(anew, row))
        }
        grown.update(reading())
        for (const row of newestFirst(first)) expect(markIn(grown, row)).not.toBe('unknown')
      }),
    )
  })

  test('a row of the last block that is loaded is not known: more of that block may come', () => {
    const unordered = placesOf(
      { list: 'address-internal-transactions', filters: {}, others: undefined },
      false,
    )!
    const call = (key: string, block: number): GridRow => ({
      kind: 'item',
      key,
      item: { block_number: block },
    })
    const { known: other } = known([call('a', 9), call('b', 8)], READY, unordered)
    const mark = (row: GridRow) => markOf(row.key, unordered(row), other)
    expect(mark(call('c', 9))).toBe('here')
    expect(mark(call('d', 8))).toBe('unknown')
    expect(mark(call('b', 8))).toBe('both')
  })

  test('one without an order says nothing of what it has not, before its end', () => {
    const { store, known: other } = known([rowOf(item(5))], READY, null)
    expect(markIn(other, rowOf(item(9)))).toBe('unknown')
    expect(markIn(other, rowOf(item(5)))).toBe('both')
    store.append([rowOf(item(4))])
    expect(other.update(reading())).toBe(true)
    expect(markIn(other, rowOf(item(9)))).toBe('here')
  })
})

describe('what may be missing of a list', () => {
  const rows = (...list: number[]) => list.map((n) => rowOf(item(n)))
  const GAP: GridRow = { kind: 'gap', key: 'gap:1', gap: { from: 10, to: 5 } }
  const marks = (other: KnownRows, ...list: number[]) =>
    list.map((n) => markIn(other, rowOf(item(n)))).join(' ')

  test('rows of a gap are not known, until it is filled', () => {
    const { store, known: other } = known([...rows(40, 30), GAP, ...rows(15, 3)])
    expect(marks(other, 35, 30, 28, 16, 15, 9)).toBe('here both unknown unknown both here')
    expect(other.isComplete).toBe(false)
    store.dropFrom(store.seqOf('gap:1')!)
    other.update(READY)
    store.append(rows(28, 15, 3))
    other.update(reading())
    expect(marks(other, 35, 28, 16)).toBe('here both here')
    expect(other.isComplete).toBe(true)
  })

  test('a row that could not be read may be any between its neighbours', () => {
    const unread: GridRow = {
      kind: 'unread',
      key: 'unread:0:1',
      unread: { position: 1, path: '', found: '', expected: '', raw: '' },
    }
    const { known: other } = known([...rows(40), unread, ...rows(30), { ...unread, key: 'unread:0:3' }])
    expect(marks(other, 50, 35, 29)).toBe('here unknown unknown')
  })

  test('from where rows of some addresses are missing on, nothing is certain', () => {
    const cut: GridRow = { kind: 'gap', key: 'gap:1', gap: { from: null, to: null, of: ['0xa'] } }
    const { known: other } = known([...rows(40, 30), cut, ...rows(15)])
    expect(marks(other, 35, 20, 15, 9)).toBe('here unknown both unknown')
  })

  test('what is newer than its first row, while newer ones wait or the source has not answered', () => {
    const { known: other } = known(rows(30, 20), reading({ newer: { count: 1, gap: false } }))
    expect(marks(other, 31, 25, 9)).toBe('unknown here here')
    expect(other.update(reading({ kept: { readAt: 0, failure: null } }))).toBe(false)
    expect(marks(other, 31)).toBe('unknown')
    expect(other.update(reading())).toBe(true)
    expect(marks(other, 31)).toBe('here')
  })

  test('all of a list that its source does not give whole', () => {
    const { known: other } = known(rows(30), reading({ notice: { kind: 'pending', message: '' } }))
    expect(marks(other, 31, 29)).toBe('here unknown')
  })

  test('a pending row has no place, and has one once it is mined', () => {
    const pending = (block: number | null): GridRow => rowOf({ hash: 'p', block_number: block, position: 0 })
    const { store, known: list } = known([pending(null), ...rows(30)], READY)
    const { known: other } = known(rows(40, 20), READY)
    expect(countMarks(list.items, other)).toEqual({ here: 1, both: 0, unknown: 1 })
    store.replace(pending(12))
    list.update(READY)
    expect(countMarks(list.items, other)).toEqual({ here: 2, both: 0, unknown: 0 })
  })

  test('a list that was read again from its beginning is known anew', () => {
    const { store, known: other } = known(rows(40, 30), READY)
    store.clear()
    store.append(rows(39, 29))
    other.update(READY)
    expect(other.items.map(({ key }) => key)).toEqual(['t39', 't29'])
    store.prepend(rows(41))
    other.update(READY)
    expect(other.items.map(({ key }) => key)).toEqual(['t41', 't39', 't29'])
  })
})

test('a list that its source sorts has no order of the chain; two chains are compared by time', () => {
  const query = { list: 'address-transactions', filters: {}, others: undefined } as const
  expect(placesOf({ ...query, filters: { sort: 'value' } }, false)).toBeNull()
  expect(placesOf({ ...query, list: 'address-tokens' }, false)).toBeNull()
  const byTime = placesOf(query, true)!
  const at = (timestamp: unknown) => byTime({ kind: 'item', key: 'k', item: { timestamp } })
  expect(at('1970-01-01T00:00:01Z')).toMatchObject({ at: -1000 })
  expect(at(null)).toBeUndefined()
  expect(at('soon')).toBeUndefined()
})
