import { h, nextTick } from 'vue'
import type { VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { afterPaint } from '#renderer/lib/paint/after-paint.ts'
import { gridColumns, gridRows } from '#renderer/testing/grid-rows.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { describeUnread } from './grid-row.ts'
import DataGrid from './DataGrid.vue'

const ROW = 34
const HEAD = 28
const DEFAULTS = {
  name: 'Things',
  columns: gridColumns,
  context: {},
  busy: false,
  complete: false,
  skeletons: 0,
  widths: {},
  selected: new Set<string>(),
}
async function open(props: Readonly<Record<string, unknown>> = {}, slots = {}) {
  const { wrapper } = await mountInApp(DataGrid, {
    props: { ...DEFAULTS, rows: gridRows(1_000), ...props },
    slots,
  })
  await frame()
  return wrapper
}
const root = (wrapper: VueWrapper) => wrapper.element as HTMLElement
/** Waits until the grid is measured and drawn. */
const frame = () => new Promise<void>(afterPaint)
const indexes = (wrapper: VueWrapper) =>
  wrapper.findAll('[data-index]').map((row) => Number(row.attributes('data-index')))
const cellText = (wrapper: VueWrapper, index: number) =>
  wrapper.find(`[data-index="${String(index)}"]`).text()

async function scrollTo(wrapper: VueWrapper, top: number) {
  root(wrapper).scrollTop = top
  await frame()
}

describe('what is drawn', () => {
  test('the rows in view and a few beyond, each at its height, whatever the count', async () => {
    const wrapper = await open()
    const seen = Math.ceil((root(wrapper).clientHeight - HEAD) / ROW)
    expect(seen).toBeGreaterThan(15)
    expect(indexes(wrapper)).toEqual(Array.from({ length: seen + 5 }, (_, index) => index))
    expect(root(wrapper).scrollHeight).toBe(1_000 * ROW + HEAD)
    const second = wrapper.find('[data-index="1"]').element.getBoundingClientRect()
    expect(second.height).toBe(ROW)
    expect(second.top - wrapper.find('[data-index="0"]').element.getBoundingClientRect().top).toBe(ROW)
  })

  test('nothing is seen until the grid has a width', async () => {
    const wrapper = await open({ style: 'width: 0' })
    const isSeen = () =>
      ['.head', '.rows'].map((part) =>
        wrapper.find(part).element.checkVisibility({ visibilityProperty: true }),
      )
    await expect.poll(isSeen).toEqual([false, false])
    await wrapper.setProps({ style: 'width: 600px' })
    await expect.poll(isSeen).toEqual([true, true])
  })

  test('a scroll draws other rows in the same elements', async () => {
    const wrapper = await open()
    await scrollTo(wrapper, 100 * ROW)
    await expect.poll(() => indexes(wrapper)).toContain(96)
    const before = new Set(wrapper.findAll('[data-index]').map(({ element }) => element))
    await scrollTo(wrapper, 110 * ROW)
    expect(cellText(wrapper, 110)).toContain('no. 110')
    const after = wrapper.findAll('[data-index]').map(({ element }) => element)
    expect(after.filter((element) => !before.has(element)).length).toBeLessThanOrEqual(2)
  })

  test('another list is drawn in the same elements, from where it was left, and nothing of the first is kept', async () => {
    const wrapper = await open({ listKey: 'first', activeRow: 110 })
    await scrollTo(wrapper, 100 * ROW)
    await expect.poll(() => indexes(wrapper)).toContain(100)
    const before = new Set(wrapper.findAll('[data-index]').map(({ element }) => element))
    await wrapper.setProps({
      listKey: 'second',
      rows: gridRows(500),
      position: 20 * ROW,
      activeRow: undefined,
    })
    expect(indexes(wrapper)).toContain(20)
    expect(indexes(wrapper)).not.toContain(100)
    await nextTick()
    expect(root(wrapper).scrollTop).toBe(20 * ROW)
    expect(
      wrapper.findAll('[data-index]').filter(({ element }) => before.has(element)).length,
    ).toBeGreaterThan(10)
    expect(wrapper.find('.r.active').exists()).toBe(false)
    await wrapper.setProps({ listKey: 'third', position: 0 })
    await frame()
    expect(root(wrapper).scrollTop).toBe(0)
    expect(indexes(wrapper)[0]).toBe(0)
  })

  test('the last row is seen at the end, also of more rows than an element can be high', async () => {
    const wrapper = await open({ rows: gridRows(2_000_000) })
    await scrollTo(wrapper, root(wrapper).scrollHeight)
    const last = wrapper.find('[data-index="1999999"]').element.getBoundingClientRect()
    expect(last.bottom).toBeLessThanOrEqual(root(wrapper).getBoundingClientRect().bottom)
    expect(last.height).toBe(ROW)
  })

  test('the wheel is left to the browser, but where an element can’t be as high as all rows', async () => {
    const taken = async (wrapper: VueWrapper) => {
      const turn = new WheelEvent('wheel', { deltaY: 100, cancelable: true })
      root(wrapper).dispatchEvent(turn)
      await frame()
      return turn.defaultPrevented
    }
    const listeners = vi.spyOn(HTMLElement.prototype, 'addEventListener')
    // Counts the grid's own listeners: the test's wrapper listens to every event.
    const wheels = () =>
      listeners.mock.calls.filter(([event, of]) => event === 'wheel' && of && 'value' in of).length
    const wrapper = await open()
    expect([await taken(wrapper), wheels()]).toEqual([false, 0])
    await wrapper.setProps({ rows: gridRows(10_000_000) })
    expect([await taken(wrapper), wheels()]).toEqual([true, 1])
  })

  test('a changed size shows as many rows as fit', async () => {
    const wrapper = await open()
    const before = indexes(wrapper).length
    const host = root(wrapper).closest<HTMLElement>('.test-host')!
    host.style.bottom = 'auto'
    host.style.height = '200px'
    await expect.poll(() => indexes(wrapper).length).toBeLessThan(before)
  })

  test('rows that are replaced are drawn anew; others are left alone', async () => {
    const wrapper = await open()
    const cells = vi.fn(() => 'other')
    await wrapper.setProps({ columns: [{ ...gridColumns[0]!, cell: cells }] })
    const drawn = cells.mock.calls.length
    await wrapper.setProps({ selected: new Set(['k3']) })
    expect(cells.mock.calls.length).toBe(drawn + 1)
    expect(wrapper.find('[data-index="3"]').attributes('aria-selected')).toBe('true')
  })

  test('places for rows on their way, and a text after the last', async () => {
    const wrapper = await open({ rows: gridRows(3), skeletons: 2 })
    expect(wrapper.findAll('.skeleton').length).toBeGreaterThan(0)
    await wrapper.setProps({ skeletons: 0, tail: 'All 3 rows loaded', complete: true })
    expect(wrapper.findAll('.skeleton')).toHaveLength(0)
    await expect.element(page.getByText('All 3 rows loaded')).toBeVisible()
    expect(wrapper.attributes('aria-rowcount')).toBe('4')
  })

  test('a row that could not be read says why, with its JSON and a report to copy', async () => {
    const unread = { position: 1, path: 'value', found: 'an object', expected: 'a text', raw: '{}' }
    const wrapper = await open({ rows: gridRows(3, { 1: { kind: 'unread', key: 'u', unread } }) })
    expect(cellText(wrapper, 1)).toContain('value is an object')
    await userEvent.click(page.getByRole('button', { name: 'Raw JSON' }))
    await userEvent.click(page.getByRole('button', { name: 'Copy report' }))
    expect(wrapper.emitted('open')).toEqual([[1, true]])
    expect(wrapper.emitted('copy')).toEqual([[{ index: 1 }]])
  })

  test('what was found may be written like a place of the sentence: it stays as it is', async () => {
    const found = 'the text "%{path} %{gone} <img src=x onerror=\'window.ran = 1\'>"'
    const unread = { position: 1, path: 'to.%{found}', found, expected: 'a 0x hash', raw: '{}' }
    const sentence = `to.%{found} is ${found}, a 0x hash was expected`
    expect(describeUnread(unread.path, unread)).toBe(sentence)
    const wrapper = await open({ rows: gridRows(3, { 1: { kind: 'unread', key: 'u', unread } }) })
    expect(wrapper.find('.unread .message').text()).toContain(sentence)
    expect(wrapper.find('.unread .mono').text()).toBe(unread.path)
    expect(wrapper.findAll('img')).toHaveLength(0)
  })

  test('columns share the width that is left, and keep what a person chose', async () => {
    const wrapper = await open({ widths: { linked: 222 } })
    const widths = wrapper.findAll('[role=columnheader]').map(({ element }) => element.clientWidth)
    expect(widths[1]).toBe(222)
    expect(widths[0]).toBe(root(wrapper).clientWidth - 222 - 2 * 16 - 14)
  })
})

describe('the keyboard', () => {
  test('moves the active row and says which it is', async () => {
    const wrapper = await open({ rows: gridRows(1_000) })
    root(wrapper).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(wrapper.find('.r.active').text()).toContain('no. 1')
    expect(document.getElementById(wrapper.attributes('aria-activedescendant')!)).toBe(
      wrapper.find('.r.active').element,
    )
    await userEvent.keyboard('{End}')
    await frame()
    expect(wrapper.find('.r.active').text()).toContain('no. 999')
    expect(wrapper.emitted('activated')?.at(-1)).toEqual([999])
  })

  test('a cell is named by its row and column', async () => {
    const wrapper = await open()
    root(wrapper).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
    const cell = document.getElementById(wrapper.attributes('aria-activedescendant')!)
    expect(cell?.textContent).toBe('link 0')
    await userEvent.keyboard('{Enter}')
    expect(wrapper.emitted('go')).toEqual([['/item/0', 0]])
  })
})

describe('the pointer', () => {
  test('a link is followed inside the window; with Control it is left to the browser', async () => {
    const wrapper = await open()
    await userEvent.click(page.getByText('link 2', { exact: true }))
    expect(wrapper.emitted('go')).toEqual([['/item/2', 2]])
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
    const passed: boolean[] = []
    const onClick = (event: Event) => {
      passed.push(!event.defaultPrevented)
      event.preventDefault()
    }
    document.addEventListener('click', onClick, { once: true })
    wrapper.find('a').element.dispatchEvent(click)
    expect(passed).toEqual([true])
    expect(wrapper.emitted('go')).toHaveLength(1)
    expect(wrapper.emitted('open')).toBeUndefined()
  })

  test('a click on a column sorts, on another one by that, and a drag of its edge makes it wider', async () => {
    const wrapper = await open()
    await userEvent.click(page.getByRole('columnheader', { name: 'Number' }))
    expect(wrapper.emitted('update:sort')).toEqual([[{ column: 'number', descending: true }]])
    await wrapper.setProps({ sort: { column: 'number', descending: true } })
    expect(wrapper.find('[role=columnheader]').attributes('aria-sort')).toBe('descending')
    const edge = wrapper.find('.edge').element
    edge.setPointerCapture = () => undefined
    edge.dispatchEvent(new PointerEvent('pointerdown', { clientX: 300, pointerId: 1, bubbles: true }))
    edge.dispatchEvent(new PointerEvent('pointermove', { clientX: 340, pointerId: 1 }))
    edge.dispatchEvent(new PointerEvent('pointerup', { pointerId: 1 }))
    edge.dispatchEvent(new PointerEvent('pointermove', { clientX: 400, pointerId: 1 }))
    const width = wrapper.find('[role=columnheader]').element.clientWidth
    expect(wrapper.emitted('resize')).toEqual([['number', width + 40]])
  })

  test('a click while text is selected opens nothing', async () => {
    const wrapper = await open()
    const cell = wrapper.find('[data-index="4"] [role=gridcell]').element
    getSelection()!.selectAllChildren(cell)
    cell.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(wrapper.emitted('open')).toBeUndefined()
    getSelection()!.removeAllRanges()
    cell.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(wrapper.emitted('open')).toEqual([[4]])
  })
})

describe('leaving and coming back', () => {
  test('begins where it was left, and tells how far it is scrolled', async () => {
    const wrapper = await open({ position: 500 * ROW, activeRow: 505 })
    expect(indexes(wrapper)).toContain(500)
    expect(document.activeElement).toBe(root(wrapper))
    expect(wrapper.find('.r.active').text()).toContain('no. 505')
    await scrollTo(wrapper, 600 * ROW)
    expect(wrapper.emitted('moved')?.at(-1)).toEqual([600 * ROW])
    const reached = wrapper.emitted('reached')!.at(-1) as [number]
    expect(reached[0]).toBeGreaterThan(600)
  })

  test('is drawn once where its size is that of the last one', async () => {
    const lastSize = { height: 0, width: 0 }
    const first = await open({ lastSize })
    expect(lastSize).toEqual({ height: root(first).clientHeight - HEAD, width: root(first).clientWidth })
    const cell = vi.fn(() => 'cell')
    await open({ lastSize, columns: [{ ...gridColumns[0]!, cell }], rows: gridRows(20) })
    expect(cell).toHaveBeenCalledTimes(20)
  })
})

describe('the scroll bar dragged faster than rows can be read', () => {
  const LEAP = 100 * ROW
  const animationFrame = () => new Promise(requestAnimationFrame)

  test('draws bars in place of rows until it rests', async () => {
    const cell = vi.fn(() => 'cell')
    const wrapper = await open({ columns: [{ ...gridColumns[0]!, cell }] })
    for (let leap = 1; leap < 6; leap++) {
      root(wrapper).scrollTop = leap * LEAP
      await animationFrame()
      // The first leap is drawn: it may be a single one.
      if (leap === 1) cell.mockClear()
    }
    const bars = wrapper.find('.skeleton').element.getBoundingClientRect()
    expect(cell).not.toHaveBeenCalled()
    expect(bars.top).toBeLessThanOrEqual(root(wrapper).getBoundingClientRect().top + HEAD)
    expect(bars.bottom).toBeGreaterThanOrEqual(root(wrapper).getBoundingClientRect().bottom)
    expect(wrapper.emitted('reached')!.at(-1)![0]).toBeGreaterThan(500)
    await expect.poll(() => indexes(wrapper)).toContain(500)
    expect(wrapper.find('.skeleton').exists()).toBe(false)
  })

  test('a single leap is drawn at once', async () => {
    const wrapper = await open()
    root(wrapper).scrollTop = 5 * LEAP
    await animationFrame()
    expect(indexes(wrapper)).toContain(500)
  })
})

describe('while rows run past', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('elements stay where they are in the document; at rest rows stand in their order', async () => {
    const { wrapper } = await mountInApp(DataGrid, {
      props: { ...DEFAULTS, rows: gridRows(1_000) },
      slots: { tail: () => h('p') },
    })
    await frame()
    await nextTick()
    root(wrapper).scrollTop = 10 * ROW
    root(wrapper).dispatchEvent(new Event('scroll'))
    await nextTick()
    const order = indexes(wrapper)
    expect(order).not.toEqual(order.toSorted((one, other) => one - other))
    vi.advanceTimersByTime(200)
    await nextTick()
    expect(indexes(wrapper)).toEqual(order.toSorted((one, other) => one - other))
  })
})
