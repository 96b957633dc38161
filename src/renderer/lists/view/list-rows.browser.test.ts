/** Long lists in the window: the core answers about all loaded rows, and the grid draws the rows in view. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallOutput } from '#shared/rpc/contract.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import { fail } from '#shared/errors/errors.ts'
import type { Page } from '#shared/lists/page.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { chooseView } from '#renderer/testing/choose-view.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { mergeAddresses } from '../merged/merge-addresses.ts'
import ListView from './ListView.vue'

const OWN = `0x${'a'.repeat(40)}`
const PARTY = `0x7e57${'1'.repeat(32)}beef`
const IMITATOR = `0x7e57${'2'.repeat(32)}beef`
const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const transaction = (n: number) => ({
  hash: hashOf(n),
  status: 'ok',
  block_number: 2_000_000 - n,
  timestamp: '2026-01-01T00:00:00Z',
  from: { hash: OWN },
  to: { hash: `0x${'b'.repeat(40)}` },
  value: String(n),
  method: `method${String(n)}`,
})
function pageOf(from: number, to: number, next: number | null): Page<ListItem> {
  const numbers = Array.from({ length: to - from }, (_, at) => from + at)
  return {
    items: numbers.map(transaction),
    keys: numbers.map(hashOf),
    unread: [],
    next: next === null ? null : { at: next },
  }
}

const totalsOf = (rows: number): CallOutput<'rows.totals'> => ({
  errors: [],
  loaded: rows,
  revision: 'a',
  kinds: [],
  totals: { rows, failed: 0, first: null, last: null, fees: null, sums: [] },
  groups: [],
  groupCount: 0,
})

interface Opened {
  source?: string
  /** Addresses whose lists are merged with it. */
  members?: readonly string[]
  /** Range of the rows that the core sends first. */
  from?: number
  to?: number
  /** False: the list has more rows. */
  isWhole?: boolean
  /** Pending rows on top of the list. */
  pending?: readonly object[]
}
async function open(
  { source = 'eth', members = [], from = 0, to = 100_000, isWhole = true, pending = [] }: Opened = {},
  core = createScriptedCore(),
) {
  const mounted = await mountInApp(ListView, {
    core,
    props: {
      source,
      list: 'address-transactions',
      params: { address_hash: OWN },
      filters: {},
      ownAddress: OWN,
      total: '400000',
      ...(members.length > 0 && { merged: mergeAddresses([OWN, ...members]) }),
    },
    route: `/s/${source}/address/${OWN}`,
  })
  const view = instanceView(source, source === 'sample' ? { kind: 'sample' } : {})
  core.emit('sources.changed', { sources: [view], accounts: [], current: source })
  const first = pageOf(from, to, isWhole ? null : to)
  await core.respond({
    ...first,
    items: [...(pending as readonly ListItem[]), ...first.items],
    keys: [...pending.map((_, at) => `pending ${String(at)}`), ...first.keys],
  })
  return mounted
}
const grid = () => page.getByRole('grid', { name: 'Transactions' })
const methods = () =>
  [...document.querySelectorAll('[role=row][data-index]')].flatMap(
    (row) =>
      [...row.querySelectorAll('*')].find(
        ({ children, textContent }) => children.length === 0 && /^method\d+$/.test(textContent),
      )?.textContent ?? [],
  )
const textAt = (index: number) =>
  document.querySelector(`[role=row][data-index="${String(index)}"]`)?.textContent
const rowCount = () => grid().element().getAttribute('aria-rowcount')

test('all loaded rows are under the scroll bar', async () => {
  await open()
  await expect.poll(rowCount).toBe('100001')
  grid().element().scrollTop = grid().element().scrollHeight / 2
  await expect.poll(methods).toContain('method50000')
  ;(grid().element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => methods().at(-1)).toBe('method99999')
  await expect.poll(() => grid().element().getAttribute('aria-activedescendant')).toMatch(/-99999$/)
  await userEvent.keyboard('{PageUp}{PageUp}{Home}')
  await expect.poll(() => methods()[0]).toBe('method0')
  await expect.poll(() => grid().element().getAttribute('aria-busy')).toBe('false')
})

test('a pending row stands above all others; one that is a scam is hidden and counted, and shown', async () => {
  const core = createScriptedCore()
  const pendingOf = (n: number) => ({ ...transaction(n), block_number: null })
  const scam = { ...pendingOf(9_999_999), to: { hash: PARTY, is_scam: true } }
  await open({ pending: [scam, pendingOf(8_888_888)] }, core)
  await expect.poll(rowCount).toBe('100002')
  await expect.poll(() => methods()[0]).toBe('method8888888')
  core.handle('settings.change', (change) => {
    core.emit('settings.changed', change)
    return change
  })
  await chooseView('Show 1 scam row')
  await expect.poll(rowCount).toBe('100003')
  await expect.poll(() => methods()[0]).toBe('method9999999')
})

test('an imitation is hidden by what the core knows, and shown', async () => {
  const core = createScriptedCore()
  await open({ to: 2, isWhole: false }, core)
  const paid = { ...transaction(2), to: { hash: PARTY }, value: '1000000000000000000' }
  const imitation = { ...transaction(3), from: { hash: IMITATOR }, to: { hash: OWN }, value: '0' }
  await expect.poll(() => core.pending).toBe(1)
  await core.respond({ ...pageOf(2, 4, null), items: [paid, imitation] as unknown as ListItem[] })
  await expect.poll(methods).toEqual(['method0', 'method1', 'method2'])
  core.handle('settings.change', (change) => {
    core.emit('settings.changed', change)
    return change
  })
  await chooseView('Show 1 imitation')
  await expect.poll(methods).toEqual(['method0', 'method1', 'method2', 'method3'])
})

test('there are as many rows as the source counts', async () => {
  await open({ isWhole: false })
  await expect.poll(rowCount).toBe('400001')
})

test('a filter is asked of all loaded rows, and says of how many', async () => {
  await open({ isWhole: false })
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method777')
  await expect.element(page.getByText('111 of 100,000 rows read match; 400,000 exist')).toBeVisible()
  await expect.poll(rowCount).toBe('-1')
  await expect.poll(() => methods().slice(0, 3)).toEqual(['method777', 'method7770', 'method7771'])
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method777777')
  await expect.element(page.getByText('0 of 100,000 rows read match; 400,000 exist')).toBeVisible()
  await expect.element(page.getByRole('gridcell', { name: /^No match in 100,000 loaded rows/ })).toBeVisible()
})

/** Holds the answers to all questions about rows back until `answer` is called. */
function holdAnswers(core: ReturnType<typeof createScriptedCore>) {
  const { promise, resolve: answer } = Promise.withResolvers<undefined>()
  const { call } = core
  core.call = (async (...args: Parameters<typeof call>) => {
    if (args[0] === 'rows.find') await promise
    return call.apply(core, args)
  }) as typeof call
  return () => {
    answer(undefined)
  }
}

test('a filter that is not answered yet says so, and the count of the former rows is not said of it', async () => {
  const core = createScriptedCore()
  await open({ isWhole: false }, core)
  await expect.poll(rowCount).toBe('400001')
  const answer = holdAnswers(core)
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method777')
  await expect.element(page.getByRole('list', { name: 'Conditions' }).getByText('method777')).toBeVisible()
  await expect.element(page.getByText('Filtering…')).toBeVisible()
  expect(page.getByText(/rows read match/).elements()).toEqual([])
  answer()
  await expect.element(page.getByText('111 of 100,000 rows read match; 400,000 exist')).toBeVisible()
  await expect.element(page.getByText('Filtering…')).not.toBeInTheDocument()
})

test('the order of a filtered list changes while its count stays', async () => {
  const core = createScriptedCore()
  await open({}, core)
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method777')
  const count = page.getByText('111 of 100,000 rows match', { exact: true })
  await expect.element(count).toBeVisible()
  const answer = holdAnswers(core)
  await userEvent.click(page.getByRole('columnheader', { name: /^Value/ }))
  await expect.poll(() => grid().element().getAttribute('aria-busy')).toBe('true')
  expect(count.elements()).toHaveLength(1)
  answer()
  await expect.poll(() => methods()[0]).toBe('method77799')
  expect(count.elements()).toHaveLength(1)
})

test('a filter that could not be answered has no count', async () => {
  const core = createScriptedCore()
  await open({ isWhole: false }, core)
  await expect.poll(rowCount).toBe('400001')
  core.handle('rows.find', () => fail({ code: 'storage', kind: 'unreachable' }))
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method777')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText(/match/)).not.toBeInTheDocument()
})

test('sums that could not be added up take those of the former question away, and are asked for again', async () => {
  const core = createScriptedCore()
  const sums = totalsOf(100_000)
  core.handle('rows.totals', () => sums)
  await open({}, core)
  await expect.poll(rowCount).toBe('100001')
  await chooseView('Totals')
  const totals = page.getByRole('region', { name: 'Totals' })
  await expect.element(totals.getByText(/^100,000\srows$/)).toBeVisible()
  core.handle('rows.totals', () => fail({ code: 'storage', kind: 'unreachable' }))
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method99')
  await expect.element(totals.getByRole('alert')).toBeVisible()
  await expect.element(totals.getByText(/^100,000\srows$/)).not.toBeInTheDocument()
  core.handle('rows.totals', () => ({ ...sums, totals: { ...sums.totals!, rows: 1_111 } }))
  await userEvent.click(totals.getByRole('button', { name: 'Try again' }))
  await expect.element(totals.getByText(/^1,111\srows$/)).toBeVisible()
  await expect.element(totals.getByRole('alert')).not.toBeInTheDocument()
})

test('groups keep their name until those of another grouping are here', async () => {
  const core = createScriptedCore()
  const methods = Promise.withResolvers<CallOutput<'rows.totals'>>()
  core.handle('rows.totals', ({ grouping }) => (grouping === 'method' ? methods.promise : totalsOf(9)))
  await open({}, core)
  await chooseView('Totals')
  await expect.element(page.getByRole('table', { name: 'Groups by counterparty' })).toBeVisible()
  const method = page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Method' })
  await userEvent.click(method)
  await expect.element(method).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('table', { name: 'Groups by counterparty' })).toBeVisible()
  methods.resolve(totalsOf(9))
  await expect.element(page.getByRole('table', { name: 'Groups by method' })).toBeVisible()
})

test('a column sorts all loaded rows', async () => {
  const { core } = await open({ isWhole: false })
  await userEvent.click(page.getByRole('columnheader', { name: /Value/ }))
  await expect.poll(() => methods()[0]).toBe('method99999')
  expect(core.inputsOf('rows.find').at(-1)?.sort).toEqual({ by: 'value', descending: true })
})

test('the drawer goes on from row to row, over pages that are not here yet', async () => {
  await open()
  await expect.poll(rowCount).toBe('100001')
  grid().element().scrollTop = 34 * 50_190
  await expect.poll(methods).toContain('method50199')
  await userEvent.click(page.getByText('method50199', { exact: true }))
  const drawer = page.getByRole('complementary', { name: 'Transaction' })
  await userEvent.click(page.getByRole('button', { name: 'Next row' }))
  await expect.element(drawer.getByText(hashOf(50_200))).toBeVisible()
  grid().element().scrollTop = 0
  await expect.poll(methods).toContain('method0')
  await expect.element(drawer.getByText(hashOf(50_200))).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Next row' }))
  await expect.element(drawer.getByText(hashOf(50_201))).toBeVisible()
})

test('a range of rows is picked over pages that were never here, and copied whole', async () => {
  await open()
  await expect.poll(rowCount).toBe('100001')
  await userEvent.click(page.getByText('method1', { exact: true }))
  await userEvent.keyboard('{Escape}')
  grid().element().scrollTop = 34 * 1_500
  await expect.poll(methods).toContain('method1503')
  await userEvent.keyboard('{Shift>}')
  await userEvent.click(page.getByText('method1503', { exact: true }))
  await userEvent.keyboard('{/Shift}')
  await expect.element(page.getByText('1,503 selected')).toBeVisible()
  grid().element().scrollTop = 34 * 90_000
  await expect.poll(methods).toContain('method90003')
  await userEvent.click(page.getByRole('button', { name: 'Copy', exact: true }))
  await expect.element(page.getByText('1,503 rows copied.')).toBeInTheDocument()
})

test('a row that was picked stays, wherever it is scrolled', async () => {
  await open()
  await expect.poll(rowCount).toBe('100001')
  await userEvent.keyboard('{Control>}')
  await userEvent.click(page.getByText('method3', { exact: true }))
  await userEvent.keyboard('{/Control}')
  // More pages than the window keeps: the first page is dropped on the way.
  for (let index = 5_000; index < 20_000; index += 1_250) {
    grid().element().scrollTop = 34 * index
    await expect.poll(methods).toContain(`method${String(index + 3)}`)
  }
  await userEvent.click(page.getByRole('button', { name: 'Copy', exact: true }))
  await expect.element(page.getByText('1 row copied.')).toBeInTheDocument()
})

test('what is newer waits above, and nothing that is read moves', async () => {
  const { core } = await open({ from: 3, to: 5_003 })
  await expect.poll(rowCount).toBe('5001')
  grid().element().scrollTop = 34 * 2_000
  await expect.poll(methods).toContain('method2003')
  core.emit('lists.firstPage', pageOf(0, 53, 53))
  await expect.element(page.getByRole('button', { name: '3 new transactions' })).toBeVisible()
  await expect
    .poll(() => core.inputsOf('rows.find').some(({ offset, from }) => offset > 1_000 && from?.length === 1))
    .toBe(true)
  expect(textAt(2_005)).toContain('method2008')
  expect(rowCount()).toBe('5001')
  await userEvent.click(page.getByRole('button', { name: '3 new transactions' }))
  await expect.poll(() => methods()[0]).toBe('method0')
  await expect.poll(rowCount).toBe('5004')
})

const filterBy = async (text: string) => {
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }).element(), text)
}
/** Opens the first page of a list of the sample chain, which is on this machine. */
const openLocal = (of: Opened = {}) => open({ source: 'sample', to: 50, isWhole: false, ...of })

test('a filter of a list of this machine has it read to its end, says how far, and grows with it', async () => {
  const { core } = await openLocal()
  expect(core.inputsOf('lists.loadAll')).toEqual([])
  await filterBy('method1')
  await expect.element(page.getByText('11 of 50 rows read match; 400,000 exist')).toBeVisible()
  expect(core.inputsOf('lists.loadAll')).toHaveLength(1)
  await expect.poll(() => core.pending).toBe(1)
  await core.respond(pageOf(50, 1_000, 1_000))
  await expect
    .element(page.getByRole('button', { name: /^111 match of 1,000 here, 400,000 exist/ }))
    .toBeVisible()
  await expect.element(page.getByText('111 of 1,000 rows read match; 400,000 exist')).toBeVisible()
  await core.respond(pageOf(1_000, 10_000, null))
  await expect.element(page.getByText('1,111 of 10,000 rows match')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Keep all' })).not.toBeInTheDocument()
  // Without a filter, the scroll bar covers all rows, and no more are read.
  await filterBy('')
  await expect.poll(rowCount).toBe('10001')
  expect(core.inputsOf('lists.stop')).toHaveLength(1)
})

test('a sorted list of this machine does not move while it is read', async () => {
  const { core } = await openLocal()
  await userEvent.click(page.getByRole('columnheader', { name: /Value/ }))
  await expect.poll(() => methods()[0]).toBe('method49')
  await expect.poll(() => core.pending).toBe(1)
  await core.respond(pageOf(50, 1_000, 1_000))
  await expect.element(page.getByRole('button', { name: /^1,000 of 400,000 here/ })).toBeVisible()
  expect(methods()[0]).toBe('method49')
  await core.respond(pageOf(1_000, 10_000, null))
  await expect.poll(() => methods()[0]).toBe('method9999')
  await expect.poll(rowCount).toBe('10001')
})

test('what keeps a list of this machine from being read is said', async () => {
  const { core } = await openLocal()
  await filterBy('method1')
  await expect.element(page.getByText('11 of 50 rows read match; 400,000 exist')).toBeVisible()
  await expect.poll(() => core.pending).toBe(1)
  await core.respond({ code: 'storage', kind: 'full', target: 'archive' })
  await expect.element(page.getByRole('alert')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Retry' }))
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('the totals of a list of this machine are of all its rows', async () => {
  const { core } = await openLocal()
  await chooseView('Totals')
  await expect.element(page.getByText(/of the rows read so far/)).toBeVisible()
  await expect.poll(() => core.pending).toBe(1)
  await core.respond(pageOf(50, 10_000, null))
  await expect.element(page.getByRole('region', { name: 'Totals' }).getByText(/^10,000\srows$/)).toBeVisible()
  await expect.element(page.getByText(/of the rows read so far/)).not.toBeInTheDocument()
})

test('a list of several addresses as one is asked and read like that of one', async () => {
  const { core } = await openLocal({ to: 10_000, members: [PARTY] })
  await filterBy('method777')
  await expect.poll(() => methods().slice(0, 3)).toEqual(['method777', 'method7770', 'method7771'])
  expect(core.inputsOf('rows.find').at(-1)?.scope).toMatchObject({ others: [PARTY] })
  expect(core.subscriptionsTo('lists.open')).toMatchObject([{ others: [PARTY] }])
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
})

test('the rows of before stay until another question is answered', async () => {
  const core = createScriptedCore()
  await open({ to: 200 }, core)
  await expect.poll(() => methods()[0]).toBe('method0')
  const answer = Promise.withResolvers<CallOutput<'rows.find'>>()
  core.handle('rows.find', () => answer.promise)
  await userEvent.click(page.getByRole('columnheader', { name: /Value/ }))
  await expect.poll(() => grid().element().getAttribute('aria-busy')).toBe('true')
  expect(methods()[0]).toBe('method0')
  answer.resolve({
    ...{ errors: [], loaded: 200, revision: '1', kinds: [], count: 1, isComplete: true, readAt: 1, gaps: [] },
    ...{ next: null, lists: [], rows: [{ key: hashOf(199), item: transaction(199) as ListItem, list: 0 }] },
  })
  await expect.poll(methods).toEqual(['method199'])
})
