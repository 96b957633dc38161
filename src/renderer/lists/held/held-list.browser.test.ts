/** A list whose rows are kept, as the window shows it: the core answers about all of them, the grid shows what is seen. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import type { OpenList } from '#shared/rpc/contract/lists.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import { fail } from '#shared/errors/errors.ts'
import type { Page } from '#shared/lists/page.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore, openListOf, type ScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { asSeveral } from '../several/as-several.ts'
import ListView from '../view/ListView.vue'

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

interface Kept {
  /** Numbers of the rows that are kept, in the order of the list. */
  numbers: number[]
  isComplete: boolean
  revision: string
  /** Who imitates whom, as the core tells it. */
  imitated: readonly (readonly [string, string])[]
  /** On top of the list, and not kept. */
  pending: readonly object[]
}
/** Answers questions: `method<n>` as text, and by value as order. */
function keepRows(core: ScriptedCore, kept: Kept) {
  core.handle('held.find', ({ text, sort, offset, limit }: CallInput<'held.find'>) => {
    const isOfScam = text === 'scam' || text.endsWith(' scam')
    const wanted = /^\(?(method\d+)/.exec(text)?.[1]
    let found = isOfScam ? [] : kept.numbers.filter((n) => !wanted || `method${String(n)}`.startsWith(wanted))
    if (sort?.by === 'value') found = [...found].sort((a, b) => (sort.descending ? b - a : a - b))
    return {
      errors: [],
      held: kept.numbers.length,
      revision: kept.revision,
      kinds: [],
      count: found.length,
      isComplete: kept.isComplete,
      readAt: kept.numbers.length === 0 ? null : 1,
      gaps: [],
      next: null,
      lists: [],
      imitated: kept.imitated,
      rows: found
        .slice(offset, offset + limit)
        .map((n) => ({ key: hashOf(n), item: transaction(n), list: 0 })),
    } satisfies CallOutput<'held.find'>
  })
}
const totalsOf = (rows: number): CallOutput<'held.totals'> => ({
  errors: [],
  held: rows,
  revision: 'a',
  kinds: [],
  totals: { rows, failed: 0, first: null, last: null, fees: null, sums: [] },
  groups: [],
  groupCount: 0,
})
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

async function open(
  kept: Partial<Kept> = {},
  core = createScriptedCore(),
  source = 'eth',
  members: readonly string[] = [],
) {
  const all: Kept = {
    numbers: upTo(100_000),
    isComplete: true,
    revision: 'a',
    imitated: [],
    pending: [],
    ...kept,
  }
  keepRows(core, all)
  const mounted = await mountInApp(ListView, {
    core,
    props: {
      source,
      list: 'address-transactions',
      params: { address_hash: OWN },
      filters: {},
      ownAddress: OWN,
      total: '400000',
      ...(members.length > 0 && { several: asSeveral([OWN, ...members]) }),
    },
    route: `/s/${source}/address/${OWN}`,
  })
  const view = instanceView(source, source === 'sample' ? { kind: 'sample' } : {})
  core.emit('sources.changed', { sources: [view], accounts: [], current: source })
  const [first = 0] = all.numbers
  const page = pageOf(first, first + 50, first + 50)
  await core.respond({
    ...page,
    items: [...(all.pending as readonly ListItem[]), ...page.items],
    keys: [...all.pending.map((_, at) => `pending ${String(at)}`), ...page.keys],
  })
  return { ...mounted, kept: all }
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

test('a list that is kept whole has all its rows under the scroll bar', async () => {
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

test('an imitation that is pending, which the core does not know, is hidden and counted, and shown', async () => {
  const core = createScriptedCore()
  const pending = { ...transaction(9_999_999), block_number: null, from: { hash: IMITATOR }, value: '0' }
  await open({ imitated: [[IMITATOR, PARTY]], pending: [pending] }, core)
  await expect.poll(rowCount).toBe('100001')
  await expect.poll(() => methods()[0]).toBe('method0')
  core.handle('settings.change', (change) => {
    core.emit('settings.changed', change)
    return change
  })
  await userEvent.click(page.getByRole('button', { name: '1 imitation hidden' }))
  await expect.poll(rowCount).toBe('100002')
  await expect.poll(() => methods()[0]).toBe('method9999999')
})

test('a list that is not kept whole goes on in the window', async () => {
  const { core } = await open({ isComplete: false })
  await expect.poll(() => core.inputsOf('held.find').length).toBeGreaterThan(0)
  await expect.poll(rowCount).toBe('400001')
})

test('a filter is asked of all that is kept, and says of how much', async () => {
  await open({ isComplete: false })
  await userEvent.fill(page.getByRole('searchbox', { name: 'Filter' }), 'method777')
  await expect.element(page.getByText('111 of 100,000 kept transactions (400,000 exist)')).toBeVisible()
  await expect.poll(rowCount).toBe('112')
  await expect.poll(() => methods().slice(0, 3)).toEqual(['method777', 'method7770', 'method7771'])
  await userEvent.fill(page.getByRole('searchbox', { name: 'Filter' }), 'method777777')
  await expect.element(page.getByText('0 of 100,000 kept transactions (400,000 exist)')).toBeVisible()
  await expect.element(page.getByText('No match in 100,000 kept transactions')).toBeVisible()
})

test('sums that could not be added up take those of the former question away, and are asked for again', async () => {
  const core = createScriptedCore()
  const sums = totalsOf(100_000)
  core.handle('held.totals', () => sums)
  await open({}, core)
  await expect.poll(rowCount).toBe('100001')
  await userEvent.click(page.getByRole('button', { name: 'Totals' }))
  const totals = page.getByRole('region', { name: 'Totals' })
  await expect.element(totals.getByText(/^100,000\srows$/)).toBeVisible()
  core.handle('held.totals', () => fail({ code: 'storage', kind: 'unreachable' }))
  await userEvent.fill(page.getByRole('searchbox', { name: 'Filter' }), 'method99')
  await expect.element(totals.getByRole('alert')).toBeVisible()
  await expect.element(totals.getByText(/^100,000\srows$/)).not.toBeInTheDocument()
  core.handle('held.totals', () => ({ ...sums, totals: { ...sums.totals!, rows: 1_111 } }))
  await userEvent.click(totals.getByRole('button', { name: 'Try again' }))
  await expect.element(totals.getByText(/^1,111\srows$/)).toBeVisible()
  await expect.element(totals.getByRole('alert')).not.toBeInTheDocument()
})

test('a column sorts all that is kept', async () => {
  const { core } = await open({ isComplete: false })
  await userEvent.click(page.getByRole('columnheader', { name: /Value/ }))
  await expect.poll(() => methods()[0]).toBe('method99999')
  expect(core.inputsOf('held.find').at(-1)?.sort).toEqual({ by: 'value', descending: true })
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
  // More pages than are held at a time: the first is dropped on the way.
  for (let index = 5_000; index < 20_000; index += 1_250) {
    grid().element().scrollTop = 34 * index
    await expect.poll(methods).toContain(`method${String(index + 3)}`)
  }
  await userEvent.click(page.getByRole('button', { name: 'Copy', exact: true }))
  await expect.element(page.getByText('1 row copied.')).toBeInTheDocument()
})

test('what is newer waits above, and nothing that is read moves', async () => {
  const { core, kept } = await open({ numbers: upTo(5_000).map((n) => n + 3) })
  await expect.poll(rowCount).toBe('5001')
  grid().element().scrollTop = 34 * 2_000
  await expect.poll(methods).toContain('method2003')
  kept.numbers = upTo(5_003)
  kept.revision = 'b'
  core.emit('lists.firstPage', pageOf(0, 53, 53))
  await expect.element(page.getByRole('button', { name: '3 new transactions' })).toBeVisible()
  // The pages around the row at the top are asked for in any order; each begins three rows further down.
  const asked = () =>
    core
      .inputsOf('held.find')
      .map(({ offset }) => offset)
      .filter((offset) => offset > 2_000)
  await expect.poll(() => asked().map((offset) => offset % 100)).toContain(3)
  expect(textAt(2_005)).toContain('method2008')
  await userEvent.click(page.getByRole('button', { name: '3 new transactions' }))
  await expect.poll(() => methods()[0]).toBe('method0')
  await expect.poll(rowCount).toBe('5004')
})

/** A list of the sample chain, of which the core has read so many rows. */
async function openLocal(kept: Partial<Kept>, members: readonly string[] = []) {
  const core = createScriptedCore()
  core.handle('lists.loadAll', () => null)
  const mounted = await open({ isComplete: false, ...kept }, core, 'sample', members)
  const tell = (state: Partial<OpenList>) => {
    core.emit('lists.open', openListOf(state))
  }
  return { ...mounted, core, tell }
}
const filterBy = async (text: string) => {
  await userEvent.fill(page.getByRole('searchbox', { name: 'Filter' }).element(), text)
}

test('a filter of a list of this machine has it read to its end, says how far, and grows with it', async () => {
  const { core, kept, tell } = await openLocal({ numbers: [] })
  expect(core.subscriptionsTo('lists.open')).toEqual([])
  await filterBy('method1')
  await expect.poll(() => core.subscriptionsTo('lists.open')).toHaveLength(1)
  // Until the core has rows, the loaded ones are found in.
  await expect.element(page.getByText('11 of 50 rows read match; 400,000 exist')).toBeVisible()
  kept.numbers = upTo(1_000)
  kept.revision = 'b'
  tell({ loaded: 1_000, isWhole: false, isReading: true })
  await expect.element(page.getByText('1,000 of 400,000 rows')).toBeVisible()
  await expect.element(page.getByText('111 of 1,000 rows read match; 400,000 exist')).toBeVisible()
  kept.numbers = upTo(10_000)
  kept.revision = 'c'
  kept.isComplete = true
  tell({ loaded: 10_000, isWhole: true, isReading: false })
  await expect.element(page.getByText('1,111 of 10,000 rows match')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Load all' })).not.toBeInTheDocument()
  // Asked no more, all of it is under the scroll bar, and read no further.
  await filterBy('')
  await expect.poll(rowCount).toBe('10001')
  expect(core.subscriptionsTo('lists.open')).toEqual([])
})

test('the loaded rows are found in until each of several addresses is here, and no longer', async () => {
  const { core, kept, tell } = await openLocal({ numbers: [] }, [PARTY])
  await filterBy('method1')
  await expect.poll(() => core.subscriptionsTo('lists.open')).toHaveLength(1)
  const before = core.inputsOf('held.find').length
  tell({ loaded: 1_000, isReading: true })
  await expect.poll(() => core.inputsOf('held.find').length).toBeGreaterThan(before)
  await expect.element(page.getByText('11 of 50 rows read match; 400,000 exist')).toBeVisible()
  kept.numbers = upTo(1_000)
  kept.revision = 'b'
  tell({ loaded: 1_001, isReading: true })
  await expect.element(page.getByText('111 of 1,000 rows read match; 400,000 exist')).toBeVisible()
})

test('a sorted list of this machine does not move while it is read', async () => {
  const { core, kept, tell } = await openLocal({ numbers: upTo(1_000) })
  const header = page.getByRole('columnheader', { name: /Value/ })
  await userEvent.click(header)
  await expect.poll(() => methods()[0]).toBe('method49')
  await expect.poll(() => core.subscriptionsTo('lists.open')).toHaveLength(1)
  const before = core.inputsOf('held.find').length
  kept.revision = 'b'
  tell({ loaded: 1_000, isWhole: false, isReading: true })
  await expect.poll(() => core.inputsOf('held.find').length).toBeGreaterThan(before)
  await expect.element(page.getByText('1,000 of 400,000 rows')).toBeVisible()
  expect(methods()[0]).toBe('method49')
  kept.numbers = upTo(10_000)
  kept.revision = 'c'
  kept.isComplete = true
  tell({ loaded: 10_000, isWhole: true, isReading: false })
  await expect.poll(() => methods()[0]).toBe('method9999')
  await expect.poll(rowCount).toBe('10001')
})

test('what keeps a list of this machine from being read is said', async () => {
  const { tell } = await openLocal({ numbers: [] })
  await filterBy('method1')
  await expect.element(page.getByText('11 of 50 rows read match; 400,000 exist')).toBeVisible()
  tell({
    loaded: 0,
    isWhole: false,
    isReading: false,
    error: { error: { code: 'storage', kind: 'full', target: 'archive' }, retryInMs: null },
  })
  await expect.element(page.getByRole('alert')).toBeVisible()
  tell({ loaded: 0, isWhole: false, isReading: true })
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('the totals of a list of this machine are of all its rows', async () => {
  const { core, kept, tell } = await openLocal({ numbers: [] })
  core.handle('held.totals', () => totalsOf(kept.numbers.length))
  await userEvent.click(page.getByRole('button', { name: 'Totals' }))
  await expect.element(page.getByText(/of the rows read so far/)).toBeVisible()
  await expect.poll(() => core.subscriptionsTo('lists.open')).toHaveLength(1)
  kept.numbers = upTo(10_000)
  kept.revision = 'b'
  kept.isComplete = true
  tell({ loaded: 10_000, isWhole: true, isReading: false })
  await expect.element(page.getByRole('region', { name: 'Totals' }).getByText(/^10,000\srows$/)).toBeVisible()
  await expect.element(page.getByText(/of the rows read so far/)).not.toBeInTheDocument()
})

test('a list of several addresses as one is asked and read like that of one', async () => {
  const { core } = await openLocal({}, [PARTY])
  await filterBy('method777')
  await expect.poll(() => methods().slice(0, 3)).toEqual(['method777', 'method7770', 'method7771'])
  expect(core.inputsOf('held.find').at(-1)?.scope).toMatchObject({ others: [PARTY] })
  expect(core.subscriptionsTo('lists.open')).toMatchObject([{ others: [PARTY] }])
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
})
