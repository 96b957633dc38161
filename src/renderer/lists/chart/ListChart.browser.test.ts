/** The chart of a list covers all matching loaded rows, also those outside of the window. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { chooseView } from '#renderer/testing/choose-view.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import ListView from '../view/ListView.vue'

const OWN = `0x${'a'.repeat(40)}`
const hashOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const transaction = (n: number) => ({
  hash: `0x${n.toString(16).padStart(64, '0')}`,
  status: 'ok',
  block_number: 2_000_000 - n,
  timestamp: '2026-01-01T00:00:00Z',
  from: { hash: OWN },
  to: { hash: OWN },
  value: String(n),
})
const token = (n: number) => ({
  token: { address_hash: hashOf(n), symbol: `T${String(n)}`, decimals: '0', exchange_rate: '1' },
  value: '1',
})
const keyOf = (n: number) => `row ${String(n)}`

interface Opened {
  list?: ListId
  itemOf?: (n: number) => object
  source?: string
  count?: number
  isWhole?: boolean
}

/** Opens a list of which one page is read. */
async function open({
  list = 'address-transactions',
  itemOf = transaction,
  source = 'eth',
  ...of
}: Opened = {}) {
  const { count = 20_000, isWhole = true } = of
  const core = createScriptedCore()
  const rowsOf = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
  const pageOf = (from: number, to: number, isLast: boolean): Page<ListItem> => ({
    items: rowsOf(from, to).map(itemOf) as ListItem[],
    keys: rowsOf(from, to).map(keyOf),
    unread: [],
    next: isLast ? null : { at: to },
  })
  const tellActivity = ({ text }: Pick<CallInput<'rows.activity'>, 'text'>): CallOutput<'rows.activity'> => ({
    errors: [],
    loaded: count,
    revision: '1',
    kinds: [],
    activity: {
      unit: 'year',
      bars: [
        { label: '2025', count: 4 },
        { label: '2026', count: text === '' ? count - 7 : 8 },
      ],
    },
    undated: 3,
  })
  await mountInApp(ListView, {
    core,
    props: { source, list, params: { address_hash: OWN }, filters: {}, ownAddress: OWN, total: '400000' },
    route: `/s/${source}/address/${OWN}`,
  })
  const view = instanceView(source, source === 'sample' ? { kind: 'sample' } : {})
  core.emit('sources.changed', { sources: [view], accounts: [], current: source })
  await core.respond(pageOf(0, count, isWhole))
  return { core, tellActivity, pageOf }
}
const rowCount = () => page.getByRole('grid').element().getAttribute('aria-rowcount')
const chart = (name: string) => page.getByRole('figure', { name })
const showChart = () => chooseView('Chart')
const filterBy = (text: string) => userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), text)

test('the chart of a list counts all its rows, once it is opened', async () => {
  const { core, tellActivity } = await open()
  core.handle('rows.activity', tellActivity)
  await expect.poll(rowCount).toBe('20001')
  expect(core.inputsOf('rows.activity')).toEqual([])
  await showChart()
  const figure = chart('Activity by year')
  await expect.element(figure.getByText(/^19,997\stransactions$/)).toBeVisible()
  await expect.element(figure.getByText(/3 without a time/)).toBeVisible()
  await expect.element(figure.getByText(/of the rows/)).not.toBeInTheDocument()
  expect(core.inputsOf('rows.activity')).toMatchObject([{ scope: { of: 'list', source: 'eth' }, text: '' }])
  // Scrolling to other rows changes no figure.
  const grid = page.getByRole('grid').element()
  grid.scrollTop = grid.scrollHeight / 2
  await expect.poll(() => core.inputsOf('rows.find').some(({ offset }) => offset > 9_000)).toBe(true)
  expect(core.inputsOf('rows.activity')).toHaveLength(1)
})

test('the chart of a filtered list counts all loaded rows that match, and says where more exist', async () => {
  const { core, tellActivity } = await open({ isWhole: false })
  core.handle('rows.activity', tellActivity)
  await showChart()
  const figure = chart('Activity by year')
  await expect.element(figure.getByText(/of the rows read so far/)).toBeVisible()
  await filterBy('out')
  await expect.element(figure.getByText(/^12\stransactions$/)).toBeVisible()
  expect(core.inputsOf('rows.activity').map(({ text }) => text)).toEqual(['', 'out'])
  const noTimes = page.getByText(/^No row has a time\./)
  core.handle('rows.activity', (input) => ({ ...tellActivity(input), activity: null, undated: 2 }))
  await filterBy('in')
  await expect.element(noTimes).toBeVisible()
  // Without matching rows, no row lacks a time.
  core.handle('rows.activity', (input) => ({ ...tellActivity(input), activity: null, undated: 0 }))
  await filterBy('failed')
  await expect.element(noTimes).not.toBeInTheDocument()
})

test('a chart that could not be counted is taken away, says why, and is asked for again', async () => {
  const { core, tellActivity } = await open()
  core.handle('rows.activity', tellActivity)
  await expect.poll(rowCount).toBe('20001')
  await showChart()
  await expect.element(chart('Activity by year')).toBeVisible()
  core.handle('rows.activity', () => fail({ code: 'storage', kind: 'unreachable' }))
  await filterBy('out')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(chart('Activity by year')).not.toBeInTheDocument()
  core.handle('rows.activity', tellActivity)
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(chart('Activity by year')).toBeVisible()
})

test('the chart of a list of this machine has it read to its end, and grows with it', async () => {
  const { core, pageOf } = await open({ source: 'sample', count: 50, isWhole: false })
  await showChart()
  const figure = chart('Activity by minute')
  await expect.element(figure.getByText(/^50\stransactions$/)).toBeVisible()
  await expect.element(figure.getByText(/of the rows read so far/)).toBeVisible()
  await expect.poll(() => core.pending).toBe(1)
  await core.respond(pageOf(50, 1_000, false))
  await expect.element(figure.getByText(/^1,000\stransactions$/)).toBeVisible()
  await expect.element(figure.getByText(/of the rows read so far/)).toBeVisible()
  await core.respond(pageOf(1_000, 10_000, true))
  await expect.element(figure.getByText(/^10,000\stransactions$/)).toBeVisible()
  await expect.element(figure.getByText(/of the rows read so far/)).not.toBeInTheDocument()
  expect(core.inputsOf('rows.activity')).toHaveLength(3)
})

test('holdings are of all tokens that are loaded', async () => {
  await open({ list: 'address-tokens', itemOf: token, count: 1_234 })
  await expect.poll(rowCount).toBe('1235')
  await showChart()
  const figure = chart('Holdings by value')
  await expect.element(figure.getByText('$ 1,234.00', { exact: true })).toBeVisible()
  await expect.element(figure.getByText(/of the rows/)).not.toBeInTheDocument()
})

test('holdings of a list that is not loaded whole say so', async () => {
  await open({ list: 'address-tokens', itemOf: token, count: 50, isWhole: false })
  await showChart()
  const figure = chart('Holdings by value')
  await expect.element(figure.getByText('$ 50.00', { exact: true })).toBeVisible()
  await expect.element(figure.getByText(/of the rows read so far/)).toBeVisible()
})
