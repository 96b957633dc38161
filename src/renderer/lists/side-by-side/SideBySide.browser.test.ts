import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { h, provide, type Component } from 'vue'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import { paneKey } from '#renderer/lib/pane.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { chooseView } from '#renderer/testing/choose-view.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import ListView from '../view/ListView.vue'

const ONE = `0x${'a'.repeat(40)}`
const OTHER = `0x${'b'.repeat(40)}`
const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

/** Transactions of these numbers, each in the block of its number. */
function transactions(numbers: readonly number[], next: number | null): Page<ListItem> {
  return {
    items: numbers.map((n) => ({
      hash: hashOf(n),
      status: 'ok',
      block_number: n,
      position: 0,
      timestamp: '2026-01-01T00:00:00Z',
      from: { hash: ONE },
      to: { hash: OTHER },
      value: String(n),
      method: `n${String(n)}n`,
    })),
    keys: numbers.map(hashOf),
    unread: [],
    next: next === null ? null : { at: next },
  }
}
/** Height of a row, px. In panes of this width a row has two lines. */
const ROW = 50
/** Numbers in descending order. */
const down = (from: number, to: number, by = 1) =>
  Array.from({ length: Math.floor((from - to) / by) + 1 }, (_, at) => from - at * by)

const tab = (id: string) => ({ id, path: '/', title: '', isPinned: false })

/** Opens the transactions of two addresses in two panes. */
async function open(
  toggles: { readonly scrollsTogether?: boolean; readonly comparesLists?: boolean },
  lists: readonly [ListId, ListId] = ['address-transactions', 'address-transactions'],
) {
  const core = createScriptedCore()
  const ListInPane: Component = {
    props: ['id', 'of', 'list'],
    setup(given: object) {
      const props = given as { readonly id: string; readonly of: string; readonly list: ListId }
      provide(paneKey, {
        id: props.id,
        isActive: () => useWorkspace().current.activePane === props.id,
        chainId: () => '1',
        setTitle: () => undefined,
      })
      return () =>
        h('div', { id: props.id, style: 'flex: 1; min-width: 0; display: flex; flex-direction: column' }, [
          h(ListView, {
            source: 'eth',
            list: props.list,
            params: { address_hash: props.of },
            filters: {},
            ownAddress: props.of,
          }),
        ])
    },
  }
  const Both: Component = {
    setup() {
      useWorkspace().replaceAll({
        version: 1,
        panes: [
          { id: 'left', tabs: [tab('l')], active: 'l' },
          { id: 'right', tabs: [tab('r')], active: 'r' },
        ],
        layout: 'beside',
        ratio: 0.5,
        activePane: 'left',
        ...toggles,
      })
      return () =>
        h('div', { style: 'display: flex; height: 100%; min-height: 0' }, [
          h(ListInPane, { id: 'left', of: ONE, list: lists[0] }),
          h(ListInPane, { id: 'right', of: OTHER, list: lists[1] }),
        ])
    },
  }
  await page.viewport(1_280, 700)
  await mountInApp(Both, { core, route: `/s/eth/address/${ONE}` })
  return core
}

const pane = (id: 'left' | 'right') => document.getElementById(id)!
const gridIn = (id: 'left' | 'right') => pane(id).querySelector<HTMLElement>('[role=grid]')!
/** The mark of each drawn row by its transaction's number; undefined for rows of both lists. */
const marksIn = (id: 'left' | 'right'): Record<string, string | undefined> =>
  Object.fromEntries(
    [...pane(id).querySelectorAll('[role=row][data-index]:not(.lacking)')].map(
      (row): [string, string | undefined] => [
        /n(\d+)n/.exec(row.textContent)?.[1] ?? '',
        row.querySelector<HTMLElement>('[data-mark]')?.title ?? (lineIn(id) ? 'In both lists' : undefined),
      ],
    ),
  )
const lineIn = (id: 'left' | 'right') => pane(id).querySelector('.list-toolbar .compared > p')?.textContent
const topOf = (id: 'left' | 'right') => {
  const grid = gridIn(id)
  const edge = grid.getBoundingClientRect().top
  // While a grid scrolls, its rows are not in DOM order.
  const first = [...grid.querySelectorAll<HTMLElement>('[role=row][data-index]')]
    .sort((one, other) => Number(one.dataset.index) - Number(other.dataset.index))
    .find((row) => row.getBoundingClientRect().bottom > edge + 1)
  return Number(/n(\d+)n/.exec(first?.textContent ?? '')?.[1])
}

test('a row that only one list has says so, in words, by a shape and by its edge; the toolbar counts them', async () => {
  const core = await open({ comparesLists: true })
  await core.respond(transactions([9, 8, 7, 4], null))
  await core.respond(transactions([9, 6, 4], null))
  await expect
    .poll(() => marksIn('left'))
    .toEqual({ 9: 'In both lists', 8: 'Only here', 7: 'Only here', 4: 'In both lists' })
  expect(marksIn('right')).toEqual({ 9: 'In both lists', 6: 'Only here', 4: 'In both lists' })
  await expect.poll(() => lineIn('left')).toBe('2 only here · 2 in both, of all 4 rows')
  await expect.poll(() => lineIn('right')).toBe('1 only here · 2 in both, of all 3 rows')
  const rows = [...pane('left').querySelectorAll<HTMLElement>('[role=row][data-index]')]
  const isEdged = (row: HTMLElement) => getComputedStyle(row).boxShadow !== 'none'
  const said = rows.map((row) => [row.textContent.includes('only here'), isEdged(row)])
  expect(new Set(said.map(String))).toEqual(new Set(['true,true', 'false,false']))
  expect(pane('left').querySelector('[data-mark] path')).not.toBeNull()
  const choice = page.elementLocator(pane('left')).getByRole('group', { name: 'Comparison' })
  const told = choice.getByRole('button').all()
  expect(told.map((button) => button.element().textContent.trim())).toEqual([
    'All 4',
    'Only here 2',
    'In both 2',
  ])
})

/** The text of each drawn line: the number of a transaction, or why there is no row. */
const linesIn = (id: 'left' | 'right') =>
  [...pane(id).querySelectorAll('[role=row][data-index]')].map(
    ({ textContent }) => /n(\d+)n/.exec(textContent)?.[1] ?? textContent,
  )

test('rows of both lists stand beside each other; where one lacks a row, a hatched line says so', async () => {
  const core = await open({ comparesLists: true })
  await core.respond(transactions([9, 8, 7, 4], null))
  await core.respond(transactions([9, 6, 4, 1], null))
  const none = 'not in this list'
  await expect.poll(() => linesIn('left')).toEqual(['9', '8', '7', none, '4', none])
  await expect.poll(() => linesIn('right')).toEqual(['9', none, none, '6', '4', '1'])
  const tops = (id: 'left' | 'right') =>
    [...pane(id).querySelectorAll('[role=row][data-index]')].map((row) => row.getBoundingClientRect().top)
  expect(tops('left')).toEqual(tops('right'))
  const [, , , lacking] = pane('left').querySelectorAll('[role=row][data-index]')
  await expect.poll(() => getComputedStyle(lacking!).backgroundImage).toContain('repeating-linear-gradient')
  // The keyboard moves over the line and opens nothing there. In the drawer, the next row skips the line.
  gridIn('left').focus()
  const press = (key: string, target: Element = gridIn('left')) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) press(key)
  await expect.poll(() => pane('left').querySelector('[data-index].active')?.textContent).toBe(none)
  expect(pane('left').querySelector('.r.on')).toBeNull()
  press('ArrowUp')
  press('Enter')
  await expect.poll(() => pane('left').querySelector('.r.on')?.textContent).toContain('n7n')
  await page.elementLocator(pane('left')).getByRole('button', { name: 'Next row' }).click()
  await expect.poll(() => pane('left').querySelector('.r.on')?.textContent).toContain('n4n')
  // With a chosen mark, the lists share no lines.
  const choice = page.elementLocator(pane('left')).getByRole('group', { name: 'Comparison' })
  await choice.getByRole('button', { name: /^Only here/ }).click()
  await expect.poll(() => linesIn('left')).toEqual(['8', '7'])
  await expect.poll(() => linesIn('right')).toEqual(['9', '6', '4', '1'])
})

test('the status bar says how many rows either list has and both have, whichever pane is in front', async () => {
  const core = await open({ comparesLists: true })
  await core.respond(transactions([9, 8, 7, 4], null))
  await core.respond(transactions([9, 6, 4], null))
  const { useStatusBar } = await import('#renderer/stores/status-bar.ts')
  const bar = useStatusBar()
  await expect.poll(() => bar.text).toBe('Left 4, right 3: 2 in both · scrolled together')
  useWorkspace().activatePane('right')
  expect(bar.text).toBe('Left 4, right 3: 2 in both · scrolled together')
  const { useCommands } = await import('#renderer/stores/commands.ts')
  useCommands().run('beside.comparesLists')
  await expect.poll(() => bar.text).toBeUndefined()
})

test('below what is loaded of a list nothing is said; what it may have is not known', async () => {
  const core = await open({ comparesLists: true })
  const first = transactions([9, 7], null)
  const [pending, ...others] = first.items
  await core.respond({ ...first, items: [{ ...pending!, block_number: null }, ...others] as ListItem[] })
  await core.respond(transactions([8, 5], 5))
  await expect.poll(() => linesIn('right')).toEqual(['not known', '8', 'not in this list', '5'])
  await expect.poll(() => linesIn('left')).toEqual(['9', 'not in this list', '7', 'not in this list'])
  await expect.poll(() => core.pending).toBe(1)
  await core.respond(transactions([4, 2], null))
  await expect.poll(() => linesIn('right')).toEqual(['not known', '8', 'not in this list', '5', '4', '2'])
})

test('compared lists are scrolled together, line by line, and the row at the top stays when lines come above it', async () => {
  const core = await open({ comparesLists: true })
  await core.respond(transactions(down(600, 401), null))
  await core.respond(transactions(down(601, 401, 2), null))
  await expect.poll(() => linesIn('left')[0]).toBe('not in this list')
  gridIn('left').scrollTop = ROW * 101
  await expect.poll(() => topOf('left')).toBe(500)
  await expect.poll(() => gridIn('right').scrollTop).toBe(ROW * 101)
  gridIn('right').scrollTop = ROW * 50
  await expect.poll(() => gridIn('left').scrollTop).toBe(ROW * 50)
  const { useCommands } = await import('#renderer/stores/commands.ts')
  useCommands().run('beside.comparesLists')
  // The line above the first row is gone.
  await expect.poll(() => [topOf('left'), gridIn('left').scrollTop]).toEqual([551, ROW * 49])
})

test('what the other list is not loaded as far as is not known, until it is', async () => {
  const core = await open({ comparesLists: true })
  await core.respond(transactions([9, 3, 2], null))
  // The list goes on, so it may have the rows below its last loaded one.
  await core.respond(transactions([9, 8, 7], 7))
  await expect
    .poll(() => marksIn('left'))
    .toMatchObject({
      9: 'In both lists',
      3: 'Not known yet: the other list is not loaded here',
      2: 'Not known yet: the other list is not loaded here',
    })
  await expect.poll(() => lineIn('left')).toBe('0 only here · 1 in both · 2 not known yet, of all 3 rows')
  await expect.poll(() => lineIn('right')).toBe('2 only here · 1 in both, of 3 loaded rows')
  // The marks of rows in view must become known: the other list is read on for them.
  await expect.poll(() => core.pending).toBe(1)
  await core.respond(transactions([3, 1], null))
  await expect.poll(() => marksIn('left')).toMatchObject({ 3: 'In both lists', 2: 'Only here' })
})

test('the other list is read on for what is seen, but for so many pages only', async () => {
  const core = await open({ comparesLists: true })
  await core.respond(transactions([1000, 5], null))
  // More rows than the other list's own scrolling would need.
  await core.respond(transactions(down(1000, 901), 901))
  for (let page = 1; page <= 5; page += 1) {
    await expect.poll(() => core.pending).toBe(1)
    const from = 1000 - 100 * page
    await core.respond(transactions(down(from, from - 99), from - 99))
    const loaded = String(100 * (page + 1))
    await expect
      .poll(() => lineIn('right'))
      .toBe(`${String(100 * (page + 1) - 1)} only here · 1 in both, of ${loaded} loaded rows`)
  }
  // The other row is below the lines of all rows that are loaded of the other list.
  await expect.poll(() => marksIn('left')).toEqual({ 1000: 'In both lists' })
  await expect.poll(() => lineIn('left')).toBe('0 only here · 1 in both · 1 not known yet, of all 2 rows')
  expect(core.pageRequests).toHaveLength(7)
})

test('a row that no block has yet is not known in either list', async () => {
  const core = await open({ comparesLists: true })
  const first = transactions([9, 8, 7], null)
  const [pending, ...others] = first.items
  await core.respond({ ...first, items: [{ ...pending!, block_number: null }, ...others] as ListItem[] })
  await core.respond(transactions([8], null))
  const unknown = 'Not known yet: the other list is not loaded here'
  await expect.poll(() => marksIn('left')).toEqual({ 9: unknown, 8: 'In both lists', 7: 'Only here' })
  await expect.poll(() => lineIn('left')).toBe('1 only here · 1 in both · 1 not known yet, of all 3 rows')
  // In a narrow pane nothing of its toolbar is cut.
  await page.viewport(1_096, 700)
  const tools = pane('left').querySelector('.list-toolbar')!
  await expect.poll(() => tools.scrollWidth - tools.clientWidth).toBe(0)
  const left = page.elementLocator(pane('left')).getByRole('group', { name: 'Comparison' })
  await left.getByRole('button', { name: /^Only here/ }).click()
  await expect.poll(() => marksIn('left')).toEqual({ 7: 'Only here' })
})

test('one kind of rows is looked at alone', async () => {
  const core = await open({ comparesLists: true })
  await core.respond(transactions([9, 8, 7, 4], null))
  await core.respond(transactions([9, 6, 4], null))
  const left = page.elementLocator(pane('left')).getByRole('group', { name: 'Comparison' })
  await left.getByRole('button', { name: /^Only here/ }).click()
  await expect.poll(() => Object.keys(marksIn('left'))).toEqual(['7', '8'])
  expect(Object.keys(marksIn('right'))).toHaveLength(3)
  await left.getByRole('button', { name: /^In both/ }).click()
  await expect.poll(() => Object.keys(marksIn('left'))).toEqual(['4', '9'])
  await left.getByRole('button', { name: /^All/ }).click()
  await expect.poll(() => Object.keys(marksIn('left'))).toHaveLength(4)
})

test('what is added up, and when it was, is of the rows that are shown', async () => {
  const core = await open({ comparesLists: true })
  await core.respond(transactions([9, 8, 7, 4, 3], null))
  await core.respond(transactions([9, 4], null))
  const left = page.elementLocator(pane('left'))
  await chooseView('Totals', left)
  const totals = left.getByRole('region', { name: 'Totals' })
  await expect.element(totals.getByText(/^5\srows$/)).toBeVisible()
  const comparison = left.getByRole('group', { name: 'Comparison' })
  await comparison.getByRole('button', { name: /^Only here/ }).click()
  await expect.element(totals.getByText(/^3\srows$/)).toBeVisible()
  await comparison.getByRole('button', { name: /^In both/ }).click()
  await expect.element(totals.getByText(/^2\srows$/)).toBeVisible()
  await comparison.getByRole('button', { name: /^All/ }).click()
  await expect.element(totals.getByText(/^5\srows$/)).toBeVisible()
})

test('lists of two kinds are not compared', async () => {
  const core = await open({ comparesLists: true }, ['address-transactions', 'address-internal-transactions'])
  await core.respond(transactions([9], null))
  await expect.poll(() => Object.keys(marksIn('left'))).toEqual(['9'])
  expect(pane('left').querySelector('.compared')).toBeNull()
  expect(pane('left').querySelector('[data-mark]')).toBeNull()
})

test('one list is scrolled to where the other one is in time, and either leads', async () => {
  const core = await open({ scrollsTogether: true })
  // One list has a row in each block, the other in every third.
  await core.respond(transactions(down(600, 301), null))
  await core.respond(transactions(down(600, 3, 3), null))
  await expect.poll(() => topOf('left')).toBe(600)
  await expect.poll(() => topOf('right')).toBe(600)
  // The grids have measured their width.
  await expect.poll(() => document.querySelector('[data-index]:not(.two)')).toBeNull()
  // Scrolling follows once both lists are registered.
  await expect
    .poll(() => {
      gridIn('left').scrollTop = ROW * 90
      gridIn('left').dispatchEvent(new Event('scroll'))
      return topOf('right')
    })
    .toBe(510)
  expect(topOf('left')).toBe(510)
  gridIn('right').scrollTop = ROW * 70
  await expect.poll(() => topOf('left')).toBe(390)
  // The other list stays where the person left it.
  await expect.poll(() => gridIn('right').scrollTop).toBe(ROW * 70)
  // Back to the position of the last synchronised scroll: the person scrolls there, so the other list follows.
  gridIn('left').scrollTop = 0
  await expect.poll(() => topOf('right')).toBe(600)
})

test('a list that is not loaded as far goes on as its pages come', async () => {
  const core = await open({ scrollsTogether: true })
  await core.respond(transactions(down(600, 301), null))
  await core.respond(transactions(down(600, 551), 551))
  await expect.poll(() => topOf('right')).toBe(600)
  await expect
    .poll(() => {
      gridIn('left').scrollTop = ROW * 120
      gridIn('left').dispatchEvent(new Event('scroll'))
      return core.pending
    })
    .toBe(1)
  await core.respond(transactions(down(550, 501), 501))
  await expect.poll(() => core.pending).toBe(1)
  await core.respond(transactions(down(500, 401), 401))
  await expect.poll(() => topOf('right')).toBe(480)
  await expect.poll(() => topOf('left')).toBe(480)
})

test('lists without an order of the chain are at the same row', async () => {
  const holders = (numbers: readonly number[]): Page => ({
    items: numbers.map((n) => ({ address: { hash: hashOf(n).slice(0, 42) }, value: String(n) })),
    keys: numbers.map(String),
    unread: [],
    next: null,
  })
  const core = await open({ scrollsTogether: true }, ['token-holders', 'token-holders'])
  await core.respond(holders(down(200, 1)))
  await core.respond(holders(down(300, 101)))
  await expect.poll(() => pane('right').querySelectorAll('[data-index]').length).toBeGreaterThan(3)
  await expect
    .poll(() => {
      gridIn('left').scrollTop = ROW * 50 + 10
      gridIn('left').dispatchEvent(new Event('scroll'))
      return gridIn('right').scrollTop
    })
    .toBe(ROW * 50 + 10)
})

test('by the palette: both toggles are commands of the pane', async () => {
  const core = await open({})
  await core.respond(transactions([9, 8], null))
  await core.respond(transactions([9], null))
  const { useCommands } = await import('#renderer/stores/commands.ts')
  const labels = () => useCommands().all.map(({ label }) => label)
  await expect.poll(labels).toEqual(expect.arrayContaining(['Scroll together', 'Compare the two lists']))
  useCommands().run('beside.comparesLists')
  await expect.poll(() => lineIn('left')).toBe('1 only here · 1 in both, of all 2 rows')
  expect(labels()).toContain('Stop comparing')
  useCommands().run('beside.comparesLists')
  await expect.poll(() => lineIn('left')).toBeUndefined()
  expect(marksIn('left')).toEqual({ 9: undefined, 8: undefined })
})
