import { expect, test, vi } from 'vitest'
import { h, nextTick, provide } from 'vue'
import { page, userEvent } from 'vitest/browser'
import type { LedgerMovement, LedgerProof } from '#shared/rpc/contract/ledger.ts'
import { fail } from '#shared/errors/errors.ts'
import { paneKey } from '#renderer/lib/pane.ts'
import { dragFirstEdge } from '#renderer/testing/drag-edge.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { useCommands } from '#renderer/stores/commands.ts'
import LedgerView from './LedgerView.vue'

const HASH = `0x${'a'.repeat(40)}`
const TRANSACTION = `0x${'12'.repeat(32)}`
const COIN = { id: 'coin', token: null, tokenId: null }
const USD = {
  id: `0x${'c'.repeat(40)}`,
  token: {
    address_hash: `0x${'c'.repeat(40)}`,
    symbol: 'USD',
    name: 'Dollar',
    decimals: '6',
    type: 'ERC-20',
  },
  tokenId: null,
}
const movement = (place: number, block: number): LedgerMovement => ({
  place,
  asset: USD.id,
  nft: null,
  amount: '2500000',
  block,
  time: Date.UTC(2025, 5, 1),
  rule: 'transfer',
  counterparty: { hash: `0x${'b'.repeat(40)}` },
  list: 'address-token-transfers',
  row: `row ${String(place)}`,
  transaction: TRANSACTION,
})
const proven = (more: Partial<LedgerProof> = {}): LedgerProof => ({
  revision: 1,
  state: 'adds_up',
  movements: 1_203,
  block: 4_118,
  readAt: 0,
  lists: [],
  assets: [],
  assetCount: 0,
  asked: 0,
  ...more,
})

function coreWith(proof: LedgerProof) {
  const core = createScriptedCore()
  core.handle('settings.change', (settings) => settings)
  core.handle('ledger.proof', () => proof)
  core.handle('ledger.statement', () => ({
    revision: 1,
    movements: 2,
    lineCount: 1,
    leftOut: [
      { rule: 'scam-token' as const, movements: 12 },
      { rule: 'imitates-address' as const, movements: 2 },
    ],
    lines: [
      { asset: USD, movements: 2, opening: '0', in: '5000000', out: '0', fees: '0', closing: '5000000' },
    ],
  }))
  core.handle('ledger.movements', () => ({
    revision: 1,
    total: 2,
    movements: [movement(1, 20), movement(0, 10)],
    assets: [USD],
  }))
  return core
}

async function open(proof: LedgerProof, route = '?tab=ledger') {
  const core = coreWith(proof)
  const mounted = await mountInApp(LedgerView, {
    core,
    route: `/s/eth/address/${HASH}${route}`,
    props: { source: 'eth', hash: HASH },
  })
  core.emit('settings.changed', { zone: 'utc' })
  return mounted
}
const status = () => page.getByRole('status').first()

test('says that an address adds up, of how many movements and at which block', async () => {
  await open(proven())
  await expect.element(status()).toHaveTextContent('adds up: 1,203 movements, block 4,118')
  await expect.element(page.getByRole('region', { name: 'Where it differs' })).not.toBeInTheDocument()
})

test('in a pane of 1,130 px its toolbar has one line', async () => {
  await page.viewport(1130, 700)
  await open(proven({ movements: 18_660, block: 19_546 }))
  const buttons = ['Charts', 'Print', 'Export'].map((name) => page.getByRole('button', { name }))
  for (const button of buttons) await expect.element(button).toBeVisible()
  const tops = [status(), ...buttons].map((one) => Math.round(one.element().getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
})

test('the statement of a narrow pane has its closing balance and every amount in sight', async () => {
  const { element } = await open(proven())
  element.style.width = '420px'
  const statement = page.getByRole('region', { name: 'Statement' })
  await expect.element(statement.getByRole('cell', { name: '5' }).last()).toBeVisible()
  const { clientWidth, scrollWidth } = statement.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  // As a table for a screen reader, whose rows are drawn as lines.
  expect(statement.getByRole('row').all()).toHaveLength(2)
  expect(statement.getByRole('columnheader', { name: 'Closing' }).all()).toHaveLength(1)
  expect(statement.getByRole('cell').all()).toHaveLength(7)
})

test('says how many rows it has read, and stops when told to', async () => {
  const core = createScriptedCore()
  core.handle('settings.change', (settings) => settings)
  core.handle('ledger.proof', () => new Promise(() => undefined))
  await mountInApp(LedgerView, {
    core,
    route: `/s/eth/address/${HASH}?tab=ledger`,
    props: { source: 'eth', hash: HASH },
  })
  core.emit('ledger.progress', { step: 'reading', rows: 1_000 })
  await expect.element(status()).toHaveTextContent('reading the lists: 1,000 rows')
  core.emit('ledger.progress', { step: 'adding_up', rows: 50 })
  await expect.element(status()).toHaveTextContent('adding up: 50 rows')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.element(page.getByText('reading the lists')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Update' })).toBeEnabled()
  await expect.element(page.getByRole('button', { name: 'none yet here' })).toBeVisible()
})

test('how wide its columns are made is kept, also where it is left at once', async () => {
  const { core, wrapper } = await open(proven())
  await expect.element(page.getByRole('grid')).toBeVisible()
  const width = dragFirstEdge(60)
  wrapper.unmount()
  expect(core.inputsOf('settings.change')).toEqual([
    { columns: { ledger: { widths: { block: width + 60 } } } },
  ])
})

test('says how many assets it does not add up, because the source does not say what is held', async () => {
  const unproven = {
    state: 'unknown',
    movements: 1,
    sum: '5',
    reported: null,
    difference: null,
    gaps: [],
  } as const
  await open(proven({ assets: [{ asset: USD, ...unproven }], assetCount: 1 }))
  await expect
    .element(status())
    .toHaveTextContent('adds up, but for 1 asset that can’t be proven: 1,203 movements, block 4,118')
})

test('says by how much it differs, between which movements, in which transaction, and what is likely', async () => {
  const gap = { after: movement(0, 10), before: movement(1, 20), block: null }
  await open(
    proven({
      state: 'differs',
      assets: [
        {
          asset: USD,
          state: 'differs',
          movements: 2,
          sum: '5000000',
          reported: '4000000',
          difference: '-1000000',
          gaps: [
            { ...gap, amount: '-1500000', transaction: TRANSACTION, reason: 'in_transaction' },
            { ...gap, amount: '500000', transaction: null, reason: 'between_transactions' },
          ],
        },
        {
          asset: COIN,
          state: 'adds_up',
          movements: 0,
          sum: '0',
          reported: '0',
          difference: '0',
          gaps: [],
        },
      ],
    }),
  )
  await expect.element(status()).toHaveTextContent('differs by −1 USD: 1,203 movements, block 4,118')
  const where = page.getByRole('region', { name: 'Where it differs' })
  await expect.element(where).toBeVisible()
  const lines = where
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent.trim().replace(/\s+/g, ' '))
  expect(lines).toEqual([
    '−1.5 USD between block 10 and block 20, in transaction 0x1212…1212. A transaction moved another amount than its rows say: a row is missing, or the token takes a fee. Enter what you know',
    '+0.5 USD between block 10 and block 20. No transaction in these lists moved it: rows may be missing, or the token changes balances by itself. Enter what you know',
  ])
  await expect.element(page.getByRole('cell', { name: 'Differs' })).toBeVisible()
})

test('what is not added up yet can’t be printed: Ctrl+P is nobody’s until then', async () => {
  const core = coreWith(proven())
  const { promise, resolve } = Promise.withResolvers<LedgerProof>()
  core.handle('ledger.proof', () => promise)
  const { wrapper } = await mountInApp(LedgerView, {
    core,
    props: { source: 'eth', hash: HASH },
    route: `/s/eth/address/${HASH}?tab=ledger`,
  })
  const idsOf = () => useCommands().all.map(({ id }) => id)
  await expect.poll(() => wrapper.find('button[title=Print]').exists()).toBe(true)
  expect(idsOf()).not.toContain('ledger.print')
  resolve(proven())
  await expect.poll(idsOf).toContain('ledger.print')
})

test('lists that are not whole are named, and nothing is claimed', async () => {
  const list = { rows: 100, unread: 0, state: 'incomplete' } as const
  const { core } = await open(
    proven({ state: 'incomplete', lists: [{ ...list, list: 'address-transactions' }] }),
  )
  await expect.element(status()).toHaveTextContent('not added up: its lists are not whole')
  await expect.element(page.getByText(/Not whole on this machine: Transactions\./)).toBeVisible()
  const keep = vi.fn()
  useCommands().register(() => [{ id: 'keep.address', label: 'Keep this address', group: 'Here', run: keep }])
  await userEvent.click(page.getByRole('button', { name: 'Keep all' }))
  expect(keep).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
  // The control of lists, with each list of the ledger in its card.
  await userEvent.click(page.getByRole('button', { name: '100 so far here' }))
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Transactions 100 so far')
  await userEvent.click(page.getByRole('button', { name: 'Ask the source what is new' }))
  await expect.poll(() => core.inputsOf('ledger.proof').at(-1)).toMatchObject({ refresh: true })
})

test('of two panes each ledger keeps its own address, whichever is active', async () => {
  const list = { list: 'address-transactions', rows: 100, unread: 0, state: 'incomplete' } as const
  const core = coreWith(proven({ state: 'incomplete', lists: [list] }))
  const kept: string[] = []
  const Pane = {
    props: ['id'],
    setup({ id }: { readonly id: string }) {
      provide(paneKey, { id, isActive: () => true, chainId: () => '1', setTitle: () => undefined })
      useCommands().register(
        () => [{ id: 'keep.address', label: 'Keep', group: 'Here', run: () => kept.push(id) }],
        id,
      )
      return () => h('section', { 'aria-label': id }, h(LedgerView, { source: 'eth', hash: HASH }))
    },
  }
  await mountInApp(
    { render: () => ['one', 'other'].map((id) => h(Pane, { id })) },
    { core, route: `/s/eth/address/${HASH}?tab=ledger` },
  )
  for (const name of ['one', 'other'])
    await page.getByRole('region', { name, exact: true }).getByRole('button', { name: 'Keep all' }).click()
  expect(kept).toEqual(['one', 'other'])
})

test('a list that its source calls a part is not all of it, and each list of several addresses stands once', async () => {
  const list = { rows: 100, unread: 0, state: 'whole' } as const
  await open(
    proven({
      lists: [
        { ...list, list: 'address-transactions' },
        { ...list, list: 'address-transactions', state: 'noticed', notice: 'Since block 9.' },
        { ...list, list: 'address-token-transfers' },
        { ...list, list: 'address-coin-balances', rows: 0, state: 'incomplete' },
      ],
    }),
  )
  await userEvent.click(page.getByRole('button', { name: '300 so far here' }))
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Transactions 200 so far', 'Transfers All 100'])
})

test('once its lists are kept it is added up by itself', async () => {
  const list = { rows: 100, unread: 0, state: 'incomplete' } as const
  const { core } = await open(
    proven({ state: 'incomplete', lists: [{ ...list, list: 'address-transactions' }] }),
  )
  await expect.element(status()).toHaveTextContent('not added up: its lists are not whole')
  const job = {
    id: 1,
    source: 'eth',
    lists: [
      {
        list: 'address-transactions' as const,
        params: { address_hash: HASH },
        filters: {},
        rows: 200,
        total: null,
        isDone: false,
      },
    ],
    state: 'running' as const,
    requests: 2,
    credits: 0,
    secondsLeft: null,
    doneAt: null,
    isFollowed: false,
  }
  core.emit('keep.changed', { jobs: [job], budgets: [] })
  await nextTick()
  const asked = core.inputsOf('ledger.proof').length
  core.handle('ledger.proof', () => proven())
  core.emit('keep.changed', { jobs: [{ ...job, state: 'done', doneAt: 1 }], budgets: [] })
  await expect.element(status()).not.toHaveTextContent('not added up')
  expect(core.inputsOf('ledger.proof').slice(asked)).toMatchObject([{ refresh: true }])
})

test('says what is left out as spam, by which rules, and counts it where a person wants it', async () => {
  const { core } = await open(proven())
  await expect
    .element(page.getByText(/^Left out/))
    .toHaveTextContent('Left out: 14 movements, by: scam token 12, imitation of an address 2')
  const count = page.getByRole('button', { name: 'Count spam' })
  await expect.element(count).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(count)
  await expect.element(count).toHaveAttribute('aria-pressed', 'true')
  for (const call of ['ledger.statement', 'ledger.movements'] as const)
    await expect.poll(() => core.inputsOf(call).at(-1)).toMatchObject({ withSpam: true })
})

test('the period of two days is asked from midnight to midnight, in the zone that was chosen', async () => {
  const { core, router } = await open(proven(), '?tab=ledger&from=2025-01-01')
  await expect.element(page.getByLabelText('From')).toHaveValue('2025-01-01')
  await userEvent.fill(page.getByLabelText('To'), '2025-12-31')
  await expect.poll(() => router.currentRoute.value.query.to).toBe('2025-12-31')
  await expect
    .poll(() => core.inputsOf('ledger.statement').at(-1))
    .toMatchObject({ from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) })
  await userEvent.click(page.getByRole('button', { name: 'USD' }))
  await expect.poll(() => core.inputsOf('ledger.movements').at(-1)).toMatchObject({ asset: USD.id })

  await userEvent.selectOptions(page.getByLabelText('Time zone'), 'local')
  expect(core.inputsOf('settings.change')).toEqual([{ zone: 'local' }])
  await expect
    .poll(() => core.inputsOf('ledger.statement').at(-1))
    .toMatchObject({ from: new Date(2025, 0, 1).getTime(), to: new Date(2026, 0, 1).getTime() })
})

test('the balance at a moment counts all up to its second, and lists what was held then', async () => {
  const { core, router } = await open(proven(), '?tab=ledger&at=2025-12-31T23:59:59')
  core.handle('ledger.statement', () => ({
    revision: 1,
    movements: 3,
    lineCount: 2,
    leftOut: [],
    lines: [
      { asset: USD, movements: 2, opening: '0', in: '5000000', out: '0', fees: '0', closing: '5000000' },
      { asset: COIN, movements: 2, opening: '0', in: '7', out: '7', fees: '1', closing: '0' },
    ],
  }))
  await expect
    .poll(() => core.inputsOf('ledger.statement').at(-1))
    .toMatchObject({ from: null, to: Date.UTC(2026, 0, 1) })
  const name = 'Balance of each asset at 31 Dec 2025, 23:59:59 UTC'
  const balances = page.getByRole('table', { name })
  await expect.element(balances.getByRole('columnheader', { name: 'Balance' })).toBeVisible()
  await expect.element(balances.getByRole('columnheader', { name: 'Opening' })).not.toBeInTheDocument()
  // A later moment, and then no moment.
  await userEvent.fill(page.getByLabelText('Balance at'), '2026-01-01T00:00:05')
  await expect
    .poll(() => core.inputsOf('ledger.movements').at(-1))
    .toMatchObject({ from: null, to: Date.UTC(2026, 0, 1, 0, 0, 6) })
  await expect.element(page.getByText('1 asset was held earlier, but no longer at this time.')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Show all movements' }))
  await expect.poll(() => router.currentRoute.value.query.at).toBe(undefined)
  await expect.element(page.getByLabelText('From')).toBeVisible()
})

test('balances keep the name of their moment until those of another one are there', async () => {
  const { core } = await open(proven(), '?tab=ledger&at=2025-12-31T23:59:59')
  const balancesAt = (time: string) =>
    page.getByRole('table', { name: `Balance of each asset at ${time} UTC` })
  await expect.element(balancesAt('31 Dec 2025, 23:59:59')).toBeVisible()
  core.handle('ledger.statement', () => fail({ code: 'cancelled' }))
  await userEvent.fill(page.getByLabelText('Balance at'), '2026-01-01T00:00:05')
  await expect
    .poll(() => core.inputsOf('ledger.statement').at(-1))
    .toMatchObject({ to: Date.UTC(2026, 0, 1, 0, 0, 6) })
  await expect.element(page.getByText('Stopped.')).toBeVisible()
  await expect.element(balancesAt('31 Dec 2025, 23:59:59')).toBeVisible()
  core.handle('ledger.proof', () => proven())
  core.handle('ledger.statement', () => ({
    revision: 1,
    movements: 0,
    lineCount: 0,
    leftOut: [],
    lines: [],
  }))
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(balancesAt('1 Jan 2026, 00:00:05')).toBeVisible()
})

test('what is chosen of the periods stands in both fields', async () => {
  const { router } = await open(proven(), '?tab=ledger&at=2025-12-31T23:59:59&asset=coin')
  const year = String(new Date().getUTCFullYear() - 1)
  await userEvent.click(page.getByRole('button', { name: 'Periods' }))
  await userEvent.click(page.getByRole('menuitem', { name: `Last year (${year})` }))
  await expect
    .poll(() => router.currentRoute.value.query)
    .toMatchObject({ from: `${year}-01-01`, to: `${year}-12-31`, asset: 'coin' })
  await expect.element(page.getByLabelText('To')).toHaveValue(`${year}-12-31`)
})

test('movements are asked in the filter language, and the sums above stay those of all', async () => {
  const { core, router } = await open(proven())
  await expect.element(page.getByRole('region', { name: 'Statement' })).toBeVisible()
  const statements = core.inputsOf('ledger.statement').length
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'token:USD amount>2 -type=fee')
  await expect.poll(() => router.currentRoute.value.query.where).toBe('token:USD amount>2 -type=fee')
  await expect
    .poll(() => core.inputsOf('ledger.movements').at(-1))
    .toMatchObject({ query: 'token:USD amount>2 -type=fee', zone: 'utc' })
  await expect.element(page.getByRole('list', { name: 'Conditions' }).getByText('amount>2')).toBeVisible()
  expect(core.inputsOf('ledger.statement').filter(({ query }) => query !== undefined)).toEqual([])
  expect(core.inputsOf('ledger.statement')).toHaveLength(statements)

  // A filter that movements do not have shows an error and is not sent to the core.
  const asked = core.inputsOf('ledger.movements').length
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'method:swap')
  await expect.element(page.getByText(/^“method” can.t be asked here/)).toBeVisible()
  expect(core.inputsOf('ledger.movements')).toHaveLength(asked)
})
