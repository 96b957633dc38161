import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h } from 'vue'
import { fail } from '#shared/errors/errors.ts'
import type { Page } from '#shared/lists/page.ts'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { chooseView } from '#renderer/testing/choose-view.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import ListView from './ListView.vue'

const OWN = `0x${'a'.repeat(40)}`
const OTHER = `0x${'b'.repeat(40)}`
const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

/** Transactions numbered from `from` up to, but not including, `to`. The fee of each is its number in wei. */
function transactions(from: number, to: number, next: number | null, more: object = {}): Page<ListItem> {
  const numbers = Array.from({ length: to - from }, (_, at) => from + at)
  return {
    items: numbers.map((n) => ({
      hash: hashOf(n),
      status: 'ok',
      block_number: 1_000_000 - n,
      timestamp: '2026-01-01T00:00:00Z',
      from: { hash: OWN },
      to: { hash: OTHER },
      value: String(n),
      method: `method${String(n)}`,
      ...more,
    })),
    keys: numbers.map(hashOf),
    unread: [],
    next: next === null ? null : { at: next },
  }
}

async function open(props: object = {}, core = createScriptedCore()) {
  return mountInApp(ListView, {
    core,
    props: {
      source: 'eth',
      list: 'address-transactions',
      params: { address_hash: OWN },
      filters: {},
      ownAddress: OWN,
      ...props,
    },
    route: `/s/eth/address/${OWN}`,
  })
}
/** Mounts one view after another, whenever the number changes, for any list of the address. */
const Views = defineComponent({
  props: {
    view: { type: Number, default: 0 },
    list: { type: String as () => ListId, default: 'address-transactions' },
    filters: { type: Object, default: () => ({}) },
  },
  setup: (props) => () =>
    h(ListView, {
      key: props.view,
      source: 'eth',
      list: props.list,
      params: { address_hash: OWN },
      filters: props.filters,
    }),
})
const grid = () => page.getByRole('grid', { name: 'Transactions' })
/** Records what is copied from now on. */
function copies(): string[] {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text)
    return Promise.resolve()
  })
  return copied
}
const rowCount = () => document.querySelectorAll('[role=row][data-index]').length
const shownMethods = () =>
  [...document.querySelectorAll('[role=row][data-index]')].flatMap(
    (row) =>
      [...row.querySelectorAll('*')].find(
        ({ children, textContent }) => children.length === 0 && /^method\d+$/.test(textContent),
      )?.textContent ?? [],
  )

describe('reading', () => {
  test('rows as they arrive, what is loaded reported, the end said', async () => {
    const { core, wrapper } = await open()
    await core.respond(transactions(0, 3, null))
    await expect.element(page.getByText('All 3 rows loaded')).toBeVisible()
    expect(shownMethods()).toEqual(['method0', 'method1', 'method2'])
    expect(wrapper.emitted('status')?.at(-1)).toMatchObject([{ loaded: 3, complete: true, live: true }])
  })

  test('the next page is requested by itself while its rows may be seen soon', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 50, 50))
    await expect.poll(() => core.pageRequests).toHaveLength(2)
    expect(core.pageRequests[1]?.cursor).toEqual({ at: 50 })
  })

  test('an empty list says so in its own sentence', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 0, null))
    await expect.element(page.getByText('This address has no transactions on this chain.')).toBeVisible()
  })

  test('an error stands beside what is loaded, with a retry', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 50, 50))
    await expect.poll(() => core.pending).toBe(1)
    await core.respond({ code: 'server_error', status: 500 })
    await userEvent.click(page.getByRole('button', { name: 'Retry' }))
    expect(core.pageRequests).toHaveLength(3)
    expect(rowCount()).toBeGreaterThan(10)
  })

  test('newer rows wait behind a button and then come on top', async () => {
    const { core } = await open()
    await core.respond(transactions(2, 5, null))
    core.emit('lists.firstPage', transactions(0, 5, null))
    await userEvent.click(page.getByRole('button', { name: '2 new transactions' }))
    await expect.poll(shownMethods).toEqual(['method0', 'method1', 'method2', 'method3', 'method4'])
  })

  test('another filter is another list; the one before is found as it was left', async () => {
    const { core, wrapper } = await open()
    await core.respond(transactions(0, 3, null))
    await wrapper.setProps({ filters: { filter: 'to' } })
    await core.respond(transactions(5, 6, null))
    await expect.poll(shownMethods).toEqual(['method5'])
    await wrapper.setProps({ filters: {} })
    await expect.poll(shownMethods).toEqual(['method0', 'method1', 'method2'])
    expect(core.pageRequests).toHaveLength(2)
  })
})

describe('times', () => {
  const times = () => [...document.querySelectorAll<HTMLElement>('time[role=gridcell]')]
  const isWhole = (time: HTMLElement) => {
    const cell = time.closest<HTMLElement>('[role=gridcell]')!
    return cell.scrollWidth <= cell.clientWidth
  }

  test.each(['utc', 'local'] as const)('dates are whole and say their zone: %s', async (zone) => {
    const { core } = await open()
    core.emit('settings.changed', { time: 'absolute', zone })
    await core.respond(transactions(0, 3, null))
    await expect.poll(() => times().length).toBe(3)
    expect(times()[0]!.textContent).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(times().every(isWhole)).toBe(true)
    const name = zone === 'utc' ? 'Time, UTC' : 'Time, local'
    await expect.element(page.getByRole('columnheader', { name, exact: true })).toBeInTheDocument()
  })

  test('a width that was chosen for ages cuts no date', async () => {
    const { core } = await open()
    const columns = { 'address-transactions': { widths: { age: 50 } } }
    core.emit('settings.changed', { time: 'absolute', zone: 'utc', columns })
    await core.respond(transactions(0, 1, null))
    await expect.poll(() => times().length).toBe(1)
    expect(times().every(isWhole)).toBe(true)
  })

  test.each(['relative', 'absolute'] as const)(
    'on hover both forms are there, in UTC and local: %s',
    async (time) => {
      const { core } = await open()
      core.emit('settings.changed', { time, zone: 'utc' })
      await core.respond(transactions(0, 1, null))
      await expect.poll(() => times().length).toBe(1)
      const lines = times()[0]!.title.split('\n')
      expect(lines[0]).toBe('1 Jan 2026, 00:00:00 UTC')
      expect(lines[1]).toMatch(/ local \(UTC[+−\d:]*\)$/)
      expect(lines[2]).toMatch(/ago$/)
    },
  )
})

describe('the row in full', () => {
  test('a click opens it, the arrows go to its neighbours, Escape closes it and gives the keyboard back', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 3, null))
    await userEvent.click(page.getByText('method1'))
    const drawer = page.getByRole('complementary', { name: 'Transaction' })
    await expect.element(drawer.getByText(hashOf(1))).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Next row' }))
    await expect.element(drawer.getByText(hashOf(2))).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Next row' })).toBeDisabled()
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    await expect.poll(() => drawer.query()).toBeNull()
    expect(document.activeElement).toBe(grid().element())
  })

  test('where there is room the drawer stands beside the rows and covers no column', async () => {
    await page.viewport(1440, 800)
    const { core } = await open()
    await core.respond(transactions(0, 3, null))
    await userEvent.click(page.getByText('method1'))
    const drawer = page.getByRole('complementary', { name: 'Transaction' })
    await expect.element(drawer).toBeVisible()
    const left = () => drawer.element().getBoundingClientRect().left
    await expect.poll(() => grid().element().getBoundingClientRect().right <= left()).toBe(true)
  })
})

describe('finding, sorting, selecting', () => {
  test('finds in what is loaded, and requests nothing meanwhile', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 50, 50))
    await expect.poll(() => core.pending).toBe(1)
    await core.respond(transactions(50, 100, 100))
    await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method77')
    await expect.poll(shownMethods).toEqual(['method77'])
    await expect.element(page.getByText('1 of 100 rows read match')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Load more' })).toBeVisible()
    expect(core.pageRequests.length).toBeLessThanOrEqual(3)
  })

  test('while what is typed can’t be asked, the rows are grey, as those of before', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 3, null))
    const field = page.getByRole('combobox', { name: 'Filter' })
    await userEvent.fill(field, 'method2')
    await expect.poll(shownMethods).toEqual(['method2'])
    const color = () => getComputedStyle(grid().element().querySelector('.rows')!).color
    const before = color()
    await userEvent.fill(field, 'amonut>5')
    const told = 'The rows are still those of “method2”.'
    await expect.element(page.getByRole('toolbar').getByRole('status')).toMatchTextContent(told)
    expect(shownMethods()).toEqual(['method2'])
    expect(color()).not.toBe(before)
    await userEvent.fill(field, 'method1')
    await expect.poll(shownMethods).toEqual(['method1'])
    expect(color()).toBe(before)
  })

  test('another address has a list of its own: nothing found, sorted or selected before counts there', async () => {
    const { core, wrapper, router } = await open()
    await core.respond(transactions(0, 3, null))
    await userEvent.click(page.getByRole('columnheader', { name: /^Value/ }))
    await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method2')
    await expect.poll(shownMethods).toEqual(['method2'])
    await router.push(`/s/eth/address/${OTHER}`)
    await wrapper.setProps({ params: { address_hash: OTHER }, ownAddress: OTHER })
    await core.respond(transactions(10, 13, null))
    await expect.poll(shownMethods).toEqual(['method10', 'method11', 'method12'])
    expect(core.pageRequests.at(-1)).toMatchObject({ params: { address_hash: OTHER }, cursor: null })
    expect(document.querySelector('[aria-sort]')).toBeNull()
  })

  test('a click on the head sorts what is loaded', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 3, null))
    await userEvent.click(page.getByRole('columnheader', { name: /^Value/ }))
    await expect.poll(shownMethods).toEqual(['method2', 'method1', 'method0'])
  })

  test('rows are selected with Shift and copied; the toolbar says how many', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 5, null))
    const copied = copies()
    ;(grid().element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    await expect.element(page.getByText('2 selected')).toBeVisible()
    await userEvent.keyboard('c')
    expect(copied[0]?.split('\n')).toHaveLength(2)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => page.getByText('2 selected').query()).toBeNull()
  })

  test('Shift and the arrows, then Control C: whole rows, said in the status region; with Shift as JSON', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 5, null))
    const copied = copies()
    const status = page.getByRole('toolbar').getByRole('status')
    ;(grid().element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{ArrowRight}')
    await userEvent.keyboard('{Control>}c{/Control}')
    await expect.element(status).toHaveTextContent('3 rows copied.')
    await userEvent.keyboard('c')
    for (const text of copied)
      expect(text.split('\n').map((line) => line.split('\t')[1])).toEqual([hashOf(0), hashOf(1), hashOf(2)])
    expect(copied).toHaveLength(2)
    await userEvent.keyboard('{Shift>}c{/Shift}')
    expect(JSON.parse(copied[2]!)).toMatchObject([
      { hash: hashOf(0) },
      { hash: hashOf(1) },
      { hash: hashOf(2) },
    ])
    await expect.element(status).toHaveTextContent('3 rows copied as JSON.')
  })

  test('Control A selects every loaded row, not the text of the page', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 5, null))
    const copied = copies()
    ;(grid().element() as HTMLElement).focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect.element(page.getByText('5 selected')).toBeVisible()
    expect(getSelection()?.isCollapsed).toBe(true)
    await userEvent.keyboard('{Control>}c{/Control}')
    expect(copied[0]?.split('\n')).toHaveLength(5)
  })

  test('an empty cell leaves the clipboard alone and says so', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 1, null, { method: null, raw_input: null }))
    const copied = copies()
    ;(grid().element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}c')
    await expect.element(page.getByText('Nothing copied: Method is empty here.')).toBeVisible()
    expect(copied).toEqual([])
  })

  test('text selected over shortened values is copied as whole ones', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 3, null))
    const rows = document.querySelectorAll<HTMLElement>('[data-index]')
    await expect.element(rows[1]!).toBeVisible()
    getSelection()!.setBaseAndExtent(rows[0]!, 0, rows[1]!, rows[1]!.childNodes.length)
    const clipboardData = new DataTransfer()
    const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
    grid().element().dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    const lines = clipboardData.getData('text/plain').split('\n')
    expect(lines.map((line) => line.split('\t')[1])).toEqual([hashOf(0), hashOf(1)])
    getSelection()!.removeAllRanges()
  })

  test('scam rows are folded with a count, and shown where the settings say so', async () => {
    const { core } = await open()
    core.handle('settings.change', (changes) => changes)
    await core.respond(transactions(0, 3, null, { from: { hash: OTHER, is_scam: true } }))
    await expect.element(page.getByText(/^All 3 loaded rows are hidden as scam/)).toBeVisible()
    await chooseView('Show 3 scam rows')
    await expect.poll(rowCount).toBe(3)
  })

  test('where all rows are hidden as scam, one click shows them', async () => {
    const { core } = await open()
    core.handle('settings.change', (changes) => changes)
    await core.respond(transactions(0, 3, null, { from: { hash: OTHER, is_scam: true } }))
    await userEvent.click(page.getByRole('button', { name: 'Show', exact: true }))
    await expect.poll(rowCount).toBe(3)
  })

  test('transfers that imitate a counterparty are folded once it is known what they imitate, and marked where shown', async () => {
    const { core } = await open()
    core.handle('settings.change', (changes) => {
      core.emit('settings.changed', changes)
      return changes
    })
    const counterparty = `0xd8da6bf2${'7'.repeat(28)}6045`
    const lookAlike = `0xd8da1111${'9'.repeat(28)}6045`
    await core.respond(transactions(0, 3, 3, { from: { hash: lookAlike }, to: { hash: OWN }, value: '0' }))
    await expect.poll(() => core.pending).toBe(1)
    await core.respond(transactions(3, 5, null, { to: { hash: counterparty }, value: '1000000000000000000' }))
    await expect.poll(rowCount).toBe(2)
    await chooseView('Show 3 imitations')
    await expect.poll(rowCount).toBe(5)
    await expect
      .element(
        grid()
          .getByTitle(/^Looks like 0xd8d/i)
          .first(),
      )
      .toBeVisible()
  })
})

describe('by keyboard and screen reader', () => {
  const activeRow = () => document.querySelector<HTMLElement>('[data-index].active')

  test('J works from anywhere that is no text field, and the row has a whole ring', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 3, null))
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('jj')
    expect(document.activeElement).toBe(grid().element())
    expect(activeRow()?.dataset.index).toBe('1')
    const { outlineStyle, outlineWidth } = getComputedStyle(activeRow()!)
    expect([outlineStyle, outlineWidth]).toEqual(['solid', '2px'])
    await userEvent.click(page.getByRole('combobox', { name: 'Filter' }))
    await userEvent.keyboard('j')
    await expect.element(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('j')
  })

  test('single keys do nothing where they are switched off', async () => {
    const { core } = await open()
    core.emit('settings.changed', { singleKeys: false })
    await core.respond(transactions(0, 3, null))
    ;(grid().element() as HTMLElement).focus()
    await userEvent.keyboard('j')
    expect(activeRow()).toBeNull()
    await userEvent.keyboard('{ArrowDown}')
    expect(activeRow()?.dataset.index).toBe('0')
  })

  test('a key that a person gave another is that one, in the rows and beside them', async () => {
    const { core } = await open()
    core.emit('settings.changed', { shortcuts: { next: 'n', previous: '>' } })
    await core.respond(transactions(0, 3, null))
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('jnn')
    expect(activeRow()?.dataset.index).toBe('1')
    // A character typed with Shift selects nothing.
    await userEvent.keyboard('{Shift>}>{/Shift}')
    expect(activeRow()?.dataset.index).toBe('0')
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(0)
  })

  test('the menu of the row opens by keyboard', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 3, null))
    ;(grid().element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    grid()
      .element()
      .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
    await userEvent.click(page.getByRole('menuitem', { name: 'All fields' }))
    await expect.element(page.getByRole('complementary').getByText(hashOf(1))).toBeVisible()
  })

  test('what is found and sorted is said, and heads have ids', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 3, null))
    const status = page.getByRole('toolbar').getByRole('status')
    await expect.element(status).toHaveTextContent('Transactions: all 3 rows loaded.')
    await userEvent.click(page.getByRole('columnheader', { name: /^Value/ }))
    await expect.element(status).toHaveTextContent('Sorted by Value, descending.')
    await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method2')
    await expect.element(status).toHaveTextContent('1 of 3 rows match.')
    const ids = [...document.querySelectorAll('[role=columnheader]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain('')
  })

  test('a list whose rows were here before it was shown is said too, in the same view and in a new one', async () => {
    const { core, wrapper } = await mountInApp(Views, { props: { view: 1 } })
    const status = page.getByRole('toolbar').getByRole('status')
    await core.respond(transactions(0, 3, null))
    await expect.element(status).toHaveTextContent('Transactions: all 3 rows loaded.')
    await wrapper.setProps({ filters: { filter: 'to' } })
    await core.respond(transactions(5, 6, null))
    await expect.element(status).toHaveTextContent('Transactions: all 1 row loaded.')
    await wrapper.setProps({ filters: {} })
    await expect.element(status).toHaveTextContent('Transactions: all 3 rows loaded.')
    await wrapper.setProps({ view: 2, filters: { filter: 'to' } })
    await expect.element(status).toHaveTextContent('Transactions: all 1 row loaded.')
    expect(core.pageRequests).toHaveLength(2)
  })

  test('how many rows there will be is told where the source counts them', async () => {
    const { core } = await open({ total: '48211' })
    await core.respond(transactions(0, 50, 50))
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '48212')
    await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method2')
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '-1')
  })

  test('loading all is said when it begins and when it has ended, not page by page', async () => {
    const { core } = await open({ total: '250' })
    await core.respond(transactions(0, 50, 50))
    const said: string[] = []
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement!).closest(
          '[role=status], [role=alert], [aria-live]',
        )
        if (region?.textContent && said.at(-1) !== region.textContent) said.push(region.textContent)
      }
    })
    observer.observe(document.body, { subtree: true, characterData: true, childList: true })
    await userEvent.click(page.getByRole('button', { name: 'Keep all' }))
    for (let from = 50; from < 250; from += 50)
      await core.respond(transactions(from, from + 50, from === 200 ? null : from + 50))
    const end = 'Transactions: all 250 rows loaded.'
    await expect.element(page.getByRole('toolbar').getByRole('status')).toHaveTextContent(end)
    observer.disconnect()
    expect(
      said.filter((text) => text !== 'Loading all rows.' && text !== 'Transactions: 50 rows loaded.'),
    ).toEqual([end])
  })

  test('another list has the focus that the one before had in its rows', async () => {
    const { core, wrapper } = await mountInApp(Views)
    await core.respond(transactions(0, 3, null))
    ;(grid().element() as HTMLElement).focus()
    await wrapper.setProps({ view: 1, list: 'address-withdrawals' })
    const other = page.getByRole('grid', { name: 'Withdrawals' })
    await expect.element(other).toBeInTheDocument()
    expect(document.activeElement).toBe(other.element())
  })
})

test('what comes later moves no row and covers none', async () => {
  const { core } = await open()
  await core.respond(transactions(2, 52, 52))
  await expect.poll(rowCount).toBeGreaterThan(5)
  const top = () => document.querySelector('[data-index="0"]')!.getBoundingClientRect().top
  const before = top()
  core.emit('lists.firstPage', transactions(0, 50, 50))
  const newer = page.getByRole('button', { name: '2 new transactions' })
  await expect.element(newer).toBeVisible()
  expect(newer.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    grid().element().getBoundingClientRect().top,
  )
  await expect.poll(() => core.pending).toBe(1)
  await core.respond({ code: 'server_error', status: 500 })
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(top()).toBe(before)
})

test('a link goes through the router', async () => {
  const { core, router } = await open()
  await core.respond(transactions(0, 1, null))
  await userEvent.click(grid().getByRole('link').first())
  await expect.poll(() => router.currentRoute.value.name).toBe('transaction')
})

describe('what an answer says is passed on', () => {
  const internal = { list: 'address-internal-transactions' }

  test('an empty list claims no more than its source said', async () => {
    const { core, wrapper } = await open(internal)
    const notice = { kind: 'pending', message: 'Not yet processed' } as const
    await core.respond({ ...transactions(0, 0, null), notice })
    await expect.element(page.getByText('Not yet processed')).toBeVisible()
    await expect.element(page.getByText('The source gave no internal transactions.')).toBeVisible()
    await wrapper.setProps({ filters: { filter: 'to' } })
    await core.respond(transactions(0, 0, null))
    await expect.element(page.getByText('No internal transactions match this filter.')).toBeVisible()
  })

  test('a cursor that stands still has one message and a way to try again, and is called no end', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 30, 30))
    await expect.poll(() => core.pending).toBe(1)
    const notice = { kind: 'cursor_repeats' } as const
    await core.respond({ ...transactions(30, 60, null), notice })
    await expect.element(page.getByText(/sends the same page again and again/)).toBeVisible()
    await expect.poll(() => page.getByText(/that is all/).elements()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Export' }))
    await expect.element(page.getByText(/all there are/)).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(page.getByRole('button', { name: 'Retry' }))
    expect(core.pageRequests.at(-1)?.cursor).toEqual({ at: 30 })
  })

  test('a filter that the source does not know is taken back, said, and not asked or offered again', async () => {
    const core = createScriptedCore()
    core.handle('settings.change', (changes) => changes)
    const filters = { include_zero_value: true }
    const { wrapper } = await open({ ...internal, filters }, core)
    core.emit('sources.changed', {
      sources: [
        { id: 'eth', host: 'eth.test', limits: {}, dialect: 'v12', coin: { symbol: 'ETH', decimals: 18 } },
      ],
      accounts: [],
      current: 'eth',
    } as never)
    await core.respond({ code: 'invalid_input', field: 'include_zero_value', reason: 'refused_by_server' })
    await expect.element(page.getByText(/does not know the filter “Include zero-value calls”/)).toBeVisible()
    expect(wrapper.emitted('update:filters')).toEqual([[{}]])
    expect(core.inputsOf('settings.change')).toEqual([
      { refusedFilters: { eth: ['v12 address-internal-transactions include_zero_value'] } },
    ])
    expect(core.pageRequests.at(-1)?.filters).toEqual({})
    await wrapper.setProps({ filters: {} })
    await expect.element(page.getByText(/does not know the filter/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: /zero/i })).not.toBeInTheDocument()
    await wrapper.setProps({ filters })
    expect(core.pageRequests.every(({ filters }, at) => at === 0 || Object.keys(filters).length === 0)).toBe(
      true,
    )
  })

  test('a filter of some servers has a hidden place until the first page, and none where its server stays unknown', async () => {
    const { core } = await open(internal)
    await expect.poll(() => document.querySelectorAll('.list-toolbar .choice.unseen').length).toBe(1)
    await core.respond(transactions(0, 3, null))
    await expect.poll(rowCount).toBe(3)
    await expect.poll(() => document.querySelectorAll('.choice.unseen').length).toBe(0)
    await expect.element(page.getByRole('button', { name: /zero/i })).not.toBeInTheDocument()
  })

  test('a blank method draws no chip', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 2, null, { method: ' \u200b', transaction_types: ['coin_transfer'] }))
    await expect.poll(rowCount).toBe(2)
    expect(document.querySelector('.meth')?.textContent).toBe('Coin transfer')
  })
})

test('on paper the rows that are here are there, with what is not said', async () => {
  const { core } = await open()
  await core.respond(transactions(0, 120, 120))
  await expect.poll(rowCount).toBeGreaterThan(0)
  const table = () => document.querySelector('.print-rows')
  // The code that prints the table is loaded after the first rows.
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('beforeprint'))
      return table()?.querySelectorAll('tbody > tr').length
    })
    .toBe(100)
  expect(table()?.querySelector('caption')?.textContent).toMatch(/100 of 120 rows; partial/)
  expect(table()?.textContent).toContain(hashOf(99))
  window.dispatchEvent(new Event('afterprint'))
  expect(table()).toBeNull()
})

test('on paper a method is text in one line, with a sign for what can’t be seen', async () => {
  const { core } = await open()
  const page = transactions(0, 2, null)
  Object.assign(page.items[1] as object, { method: '<b>swap</b>\n\u202eTotal\0' })
  await core.respond(page)
  await expect.poll(rowCount).toBeGreaterThan(0)
  const cells = () => [...document.querySelectorAll('.print-rows td')].map(({ innerHTML }) => innerHTML)
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('beforeprint'))
      return cells()
    })
    .toContain('&lt;b&gt;swap&lt;/b&gt;\ufffdTotal\ufffd')
  window.dispatchEvent(new Event('afterprint'))
})

describe('the chart', () => {
  test('activity of the loaded range, on demand, with its numbers', async () => {
    const { core } = await open()
    await core.respond(transactions(0, 3, null))
    expect(document.querySelector('.list-chart')).toBeNull()
    await chooseView('Chart')
    const figure = page.getByRole('figure', { name: 'Activity by minute' })
    await expect.element(figure).toBeVisible()
    await expect.element(figure.getByText('3 transactions')).toBeVisible()
    await userEvent.click(figure.getByText('Numbers'))
    await expect.element(figure.getByRole('row', { name: '2026-01-01 00:00 3' })).toBeVisible()
    await chooseView('Chart')
    await expect.poll(() => document.querySelector('.list-chart')).toBeNull()
  })

  test('the balance of an address by day, read when it is asked for', async () => {
    const days = [
      { date: '2026-01-01', value: '1500000000000000000' },
      { date: '2026-01-02', value: '90071992547409931000000000000000001' },
    ]
    const scripted = createScriptedCore()
    scripted.handle('details.read', () => ({ item: { items: days } }))
    const { core } = await open({ list: 'address-coin-balances' }, scripted)
    await core.respond({
      items: [{ block_number: 1, block_timestamp: null, value: '1', delta: '1', transaction_hash: null }],
      keys: ['1'],
      unread: [],
      next: null,
    })
    expect(core.inputsOf('details.read')).toEqual([])
    await chooseView('Chart')
    const figure = page.getByRole('figure', { name: 'Balance by day' })
    await expect.element(figure.getByText(/lowest: 1\.5/)).toBeVisible()
    expect(core.inputsOf('details.read')).toEqual([
      { source: 'eth', detail: 'address-coin-balances-by-day', params: { address_hash: OWN } },
    ])
    await userEvent.click(figure.getByText('Numbers'))
    // The coin is not known.
    await expect
      .element(figure.getByRole('columnheader', { name: 'balance at its end', exact: true }))
      .toBeVisible()
    const whole = '2026-01-02 90,071,992,547,409,931.000000000000000001'
    await expect.element(figure.getByRole('row', { name: whole })).toBeVisible()
  })

  test('a source that does not tell balances by day says so, and its list stays', async () => {
    const scripted = createScriptedCore()
    scripted.handle('details.read', () => fail({ code: 'server_error', status: 501 }))
    const { core } = await open({ list: 'address-coin-balances' }, scripted)
    await core.respond({
      items: [{ block_number: 1, block_timestamp: null, value: '1', delta: '1', transaction_hash: null }],
      keys: ['1'],
      unread: [],
      next: null,
    })
    await chooseView('Chart')
    await expect.element(page.getByText('This source does not tell balances by day.')).toBeVisible()
    expect(rowCount()).toBe(1)
  })

  test('holdings by value on the tokens', async () => {
    const { core } = await open({ list: 'address-tokens' })
    const token = (hash: string, symbol: string, rate: string) => ({
      token: { address_hash: hash, symbol, name: symbol, decimals: '0', type: 'ERC-20', exchange_rate: rate },
      value: '3',
    })
    await core.respond({
      items: [token(OWN, 'AAA', '1'), token(OTHER, 'BBB', '3')] as never,
      keys: ['a', 'b'],
      unread: [],
      next: null,
    })
    await chooseView('Chart')
    const figure = page.getByRole('figure', { name: 'Holdings by value' })
    await expect.element(figure.getByRole('row', { name: 'BBB $ 9.00 75.0 %' })).toBeVisible()
    await expect.element(figure.getByText('$ 12.00', { exact: true })).toBeVisible()
  })
})
