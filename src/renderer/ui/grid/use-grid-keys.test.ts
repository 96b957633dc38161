import { shallowReactive, shallowRef } from 'vue'
import { describe, expect, test, vi } from 'vitest'
import { gridColumns, gridRows } from '#renderer/testing/grid-rows.ts'
import { useGridKeys } from './use-grid-keys.ts'

const NONE_SELECTED: ReadonlySet<string> = new Set()

function open({
  count = 100,
  firstSeen = 0,
  ...more
}: { count?: number; firstSeen?: number; [name: string]: unknown } = {}) {
  const props = shallowReactive({
    columns: gridColumns,
    context: {},
    rows: gridRows(count),
    widths: {},
    sort: null as { column: string; descending: boolean } | null,
    selected: NONE_SELECTED,
    singleKeys: { next: 'j', previous: 'k', copy: 'c' },
    ...more,
  })
  const emitted: unknown[][] = []
  const emit = (event: string, ...values: unknown[]) => {
    emitted.push([event, ...values])
    if (event === 'update:selected') props.selected = values[0] as ReadonlySet<string>
    if (event === 'update:sort') props.sort = values[0] as typeof props.sort
  }
  const reveal = vi.fn()
  const focus = vi.fn()
  const view = { reveal, pageRows: shallowRef(10), firstSeen: shallowRef(firstSeen) } as never
  const keys = useGridKeys(props, emit, view, focus)
  const grid = {}
  /** Returns whether the grid took the key. */
  const press = (key: string, more: Partial<KeyboardEvent> = {}) => {
    const preventDefault = vi.fn()
    const event = {
      key,
      target: grid,
      currentTarget: grid,
      preventDefault,
      stopPropagation: vi.fn(),
      ...more,
    }
    keys.onKey(event as never)
    return preventDefault.mock.calls.length > 0
  }
  const click = (index: number, more: Partial<MouseEvent> = {}) => {
    keys.onRowClick(index, more as MouseEvent)
  }
  return { props, emitted, reveal, focus, keys, press, click, active: () => keys.active.value }
}

describe('moving', () => {
  test('the first key goes to the first row in view, further ones row by row, no further than the rows go', () => {
    const { press, active, reveal } = open({ count: 6, firstSeen: 3 })
    expect(active()).toEqual({ index: -2, column: -1 })
    press('ArrowDown')
    expect(active()).toEqual({ index: 3, column: -1 })
    for (const key of ['ArrowDown', 'j', 'ArrowDown', 'ArrowDown']) press(key)
    expect(active().index).toBe(5)
    press('k')
    expect(active().index).toBe(4)
    expect(reveal).toHaveBeenLastCalledWith(4)
  })

  test('by pages, and to either end', () => {
    const { press, active } = open()
    press('End')
    expect(active().index).toBe(99)
    press('PageUp')
    expect(active().index).toBe(89)
    press('Home')
    expect(active().index).toBe(0)
    press('PageDown')
    expect(active().index).toBe(10)
    press('PageUp')
    press('PageUp')
    expect(active().index).toBe(0)
  })

  test('one step up from the first row leads into the head, sideways through its columns', () => {
    const { press, active } = open()
    press('Home')
    press('ArrowUp')
    expect(active()).toEqual({ index: -1, column: 0 })
    press('ArrowRight')
    press('ArrowRight')
    expect(active()).toEqual({ index: -1, column: 1 })
    press('ArrowDown')
    press('ArrowLeft')
    press('ArrowLeft')
    press('ArrowLeft')
    expect(active()).toEqual({ index: 0, column: -1 })
  })

  test('stays on the last row where rows have gone', async () => {
    const { props, press, active } = open()
    press('End')
    props.rows = gridRows(7)
    await Promise.resolve()
    expect(active().index).toBe(6)
  })

  test('starts at the row that was active when the grid was left', () => {
    const { press, active } = open({ activeRow: 12 })
    press('ArrowDown')
    expect(active().index).toBe(13)
  })
})

describe('what a key does', () => {
  test('Enter opens the row; on a cell with a link it follows the link; on a column of the head it sorts', () => {
    const { press, emitted } = open()
    press('Home')
    press('Enter')
    press('ArrowRight')
    press('Enter')
    press('ArrowRight')
    press('Enter')
    press('ArrowUp')
    press('ArrowLeft')
    press('Enter')
    press('Enter')
    press('Enter')
    expect(emitted).toEqual([
      ['open', 0],
      ['open', 0],
      ['go', '/item/0', 0],
      ['update:sort', { column: 'number', descending: true }],
      ['update:sort', { column: 'number', descending: false }],
      ['update:sort', null],
    ])
  })

  test('a column without an order is not sorted by', () => {
    const { keys, emitted } = open()
    keys.sortBy(1)
    expect(emitted).toEqual([])
  })

  test('C copies the row, or the cell it is on; nothing before there is one', () => {
    const { press, emitted } = open()
    press('c')
    press('Home')
    press('c')
    press('ArrowRight')
    press('C')
    expect(emitted).toEqual([
      ['copy', { index: 0 }],
      ['copy', { index: 0, column: 0 }],
    ])
  })

  test('Alt with an arrow makes a column of the head wider or narrower, down to the least; elsewhere it is left alone', () => {
    const { press, emitted, props } = open()
    press('Home')
    expect(press('ArrowLeft', { altKey: true })).toBe(false)
    press('ArrowUp')
    expect(press('ArrowRight', { altKey: true })).toBe(true)
    props.widths = { number: 40 }
    press('ArrowLeft', { altKey: true })
    expect(emitted).toEqual([
      ['resize', 'number', 116],
      ['resize', 'number', 32],
    ])
  })

  test('Escape clears the selection first, then it is passed on', () => {
    const { press, emitted } = open({ selected: new Set(['k1']) })
    press('Escape')
    press('Escape')
    expect(emitted).toEqual([['update:selected', new Set()], ['escape']])
  })

  test('keys with Control or Command, keys of a field within, and unknown keys are left alone', () => {
    const { press } = open()
    expect(press('ArrowDown', { ctrlKey: true })).toBe(false)
    expect(press('c', { metaKey: true, altKey: true })).toBe(false)
    expect(press('ArrowDown', { target: {} as EventTarget })).toBe(false)
    expect(press('x')).toBe(false)
    expect(press('j', { altKey: true })).toBe(false)
    expect(press('ArrowDown')).toBe(true)
  })
})

test('with Control: copying, as JSON with Shift, all rows, the first and the last', () => {
  const { press, emitted, active, props } = open({ count: 3 })
  press('c', { ctrlKey: true })
  expect(emitted).toEqual([])
  press('End', { ctrlKey: true })
  expect(active().index).toBe(2)
  press('Home', { ctrlKey: true })
  press('c', { ctrlKey: true })
  press('C', { metaKey: true, shiftKey: true })
  expect(emitted).toEqual([
    ['copy', { index: 0 }],
    ['copy', { index: 0, asJson: true }],
  ])
  press('a', { ctrlKey: true })
  expect(props.selected).toEqual(new Set(['k0', 'k1', 'k2']))
})

describe('selecting', () => {
  const keysOf = (...numbers: number[]) => new Set(numbers.map((n) => `k${String(n)}`))

  test('with Shift a range, from where it began, in either direction', () => {
    const { press, props } = open({ firstSeen: 5 })
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    expect(props.selected).toEqual(keysOf(5, 6, 7))
    for (let step = 0; step < 4; step++) press('ArrowUp', { shiftKey: true })
    expect(props.selected).toEqual(keysOf(3, 4, 5))
  })

  test('Shift and Up on the first row stays there', () => {
    const { press, active, props } = open()
    press('Home')
    press('ArrowUp', { shiftKey: true })
    expect(active().index).toBe(0)
    expect(props.selected).toEqual(keysOf(0))
  })

  test('the space bar selects one row and takes it out again', () => {
    const { press, props } = open()
    press('Home')
    press(' ')
    press('ArrowDown')
    press(' ')
    expect(props.selected).toEqual(keysOf(0, 1))
    press(' ')
    expect(props.selected).toEqual(keysOf(0))
  })

  test('a click opens, with Control it selects one row, with Shift a range from the last', () => {
    const { click, props, emitted, focus, active } = open()
    click(4)
    expect(emitted).toEqual([['open', 4]])
    expect(focus).toHaveBeenCalledOnce()
    expect(active()).toEqual({ index: 4, column: -1 })
    click(6, { shiftKey: true })
    expect(props.selected).toEqual(keysOf(4, 5, 6))
    click(9, { ctrlKey: true })
    click(5, { metaKey: true })
    expect(props.selected).toEqual(keysOf(4, 6, 9))
  })
})
