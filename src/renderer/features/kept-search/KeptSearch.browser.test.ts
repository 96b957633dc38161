/** The field of the search over all kept rows completes words as the one of a list does. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import { dragFirstEdge } from '#renderer/testing/drag-edge.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import KeptSearch from './KeptSearch.vue'

const OWN = `0x${'a'.repeat(40)}`
const METHODS = ['approve', 'swap', 'swap']
const NO_WORD = { message: 'Nothing that is kept has a fee.', at: { from: 0, to: 5 } }

function answer({ text, kind, offset, limit }: CallInput<'rows.find'>): CallOutput<'rows.find'> {
  const errors = text === 'fee>1' ? [NO_WORD] : []
  const count = errors.length > 0 ? 0 : METHODS.length
  const rows = METHODS.map((method, at) => {
    const hash = `0x${String(at).padStart(64, '0')}`
    const item = { hash, status: 'ok', from: { hash: OWN }, to: { hash: OWN }, value: '1', method }
    return { key: hash, item: item as never, list: 0 }
  })
  return {
    errors,
    loaded: METHODS.length,
    revision: 'a',
    kinds: count === 0 ? [] : [{ kind: 'transaction', count, loaded: METHODS.length }],
    count,
    isComplete: false,
    readAt: null,
    gaps: [],
    next: null,
    lists: [{ source: 'eth', list: 'address-transactions', params: { address_hash: OWN }, filters: [] }],
    rows: kind === undefined ? [] : rows.slice(offset, offset + limit),
  }
}

async function open() {
  await page.viewport(1_280, 700)
  const core = createScriptedCore()
  core.handle('rows.find', answer)
  const mounted = await mountInApp(KeptSearch, { core, props: { current: 'eth' }, route: '/kept' })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  await expect.element(page.getByRole('grid', { name: 'Transactions' })).toBeVisible()
  return { ...mounted, core, field: page.getByRole('combobox', { name: 'Filter' }) }
}
const options = () =>
  [...document.querySelectorAll('[role=option] > bdi')].map((option) => option.textContent)
const texts = (core: ReturnType<typeof createScriptedCore>) =>
  core.inputsOf('rows.find').map(({ text }) => text)

test('how wide the columns of a kind are made is kept, also where it is left at once', async () => {
  const { core, wrapper } = await open()
  core.handle('settings.change', (settings) => settings)
  const width = dragFirstEdge(60)
  wrapper.unmount()
  const [{ columns = {} } = {}] = core.inputsOf('settings.change')
  expect(Object.keys(columns)).toEqual(['kept:transaction'])
  expect(Object.values(columns['kept:transaction']?.widths ?? {})).toEqual([width + 60])
})

test('the link of a row opens in a tab behind, by keyboard', async () => {
  const { router } = await open()
  const { path } = router.currentRoute.value
  const places = () => useWorkspace().current.panes.flatMap(({ tabs }) => tabs.map((tab) => tab.path))
  expect(places()).toHaveLength(1)
  page.getByRole('grid', { name: 'Transactions' }).element().focus()
  await userEvent.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  await expect.poll(places).toHaveLength(2)
  expect(places()[1]).toMatch(/^\/s\/eth\/tx\/0x0+$/)
  expect(router.currentRoute.value.path).toBe(path)
})

test('words are completed, then values that stand in the rows, by keyboard', async () => {
  const { core, field, router } = await open()
  await field.click()
  await userEvent.keyboard('me')
  await expect.poll(options).toEqual(['method:'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(options).toEqual(['swap', 'approve'])
  await userEvent.keyboard('app')
  await expect.poll(options).toEqual(['approve'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field).toHaveValue('method:approve ')
  await expect.poll(() => router.currentRoute.value.query).toEqual({ q: 'method:approve' })
  await expect.poll(() => texts(core).at(-1)).toBe('method:approve')
})

test('what is wrong is underlined and said, also where only the core knows; it is asked once it can be read', async () => {
  const { core, field } = await open()
  await field.fill('amonut>5 swap')
  const alert = () => document.querySelector('[role=alert]')?.textContent
  await expect.poll(alert).toContain('There is no word “amonut”')
  const mark = () => document.querySelector('.filter-mirror mark')?.textContent
  expect(mark()).toBe('amonut')
  await expect.element(field).toHaveAccessibleDescription(/There is no word/)
  expect(texts(core)).not.toContain('amonut>5 swap')

  await field.fill('fee>1')
  await expect.poll(alert).toBe(NO_WORD.message)
  expect(mark()).toBe('fee>1')
  await field.fill('')
  await expect.poll(alert).toBeUndefined()
})

const TRANSFER = {
  transaction_hash: `0x${'b'.repeat(64)}`,
  log_index: 1,
  from: { hash: `0x${'c'.repeat(40)}` },
  to: { hash: OWN },
  timestamp: '2025-02-01T00:00:00.000Z',
  token: { address_hash: `0x${'d'.repeat(40)}`, symbol: 'USDC', decimals: '6' },
  token_type: 'ERC-20',
  total: [{ value: '1234567890123456789' }],
}
const SENT = {
  hash: `0x${'e'.repeat(64)}`,
  status: 'ok',
  timestamp: '2025-01-01T00:00:00.000Z',
  from: { hash: OWN },
  to: { hash: `0x${'c'.repeat(40)}` },
  value: '1000000000000000001',
}

test('all movements of an address on all chains are one list that says how far back each goes', async () => {
  await page.viewport(1_280, 700)
  const core = createScriptedCore()
  const params = { address_hash: OWN }
  core.handle('rows.find', ({ kind, offset }) => ({
    ...answer({ scope: { of: 'everything' }, text: '', zone: 'utc', sort: null, offset, limit: 0 }),
    kinds: [
      { kind: 'transaction', count: 1, loaded: 1 },
      { kind: 'transfer', count: 1, loaded: 1 },
    ] as const,
    count: 2,
    lists: [
      { source: 'polygon', list: 'address-token-transfers', params, filters: [] },
      { source: 'pro:8453', list: 'address-transactions', params, filters: [] },
    ] as const,
    rows:
      kind === 'movements'
        ? [
            { key: 'one', item: TRANSFER, list: 0 },
            { key: 'two', item: SENT, list: 1 },
          ]
        : [],
    ...(kind === 'movements'
      ? {
          reach: [
            { source: 'polygon', kind: 'transfer', rows: 1, isComplete: true, since: TRANSFER.timestamp },
            { source: 'pro:8453', kind: 'transaction', rows: 1, isComplete: false, since: SENT.timestamp },
          ] as const,
        }
      : {}),
  }))
  // A chain of an account that is not among the sources.
  core.handle('everywhere.sources', () => [
    {
      source: 'pro:8453',
      name: 'Pro: Base',
      host: 'pro.example',
      kind: 'pro' as const,
      coin: { symbol: 'BASECOIN', decimals: 18 },
      chainId: '8453',
      isTest: false,
      account: null,
      credits: null,
    },
  ])
  await mountInApp(KeptSearch, {
    core,
    props: { current: 'polygon' },
    route: `/kept?address=${OWN}&kind=movements`,
  })
  const sources = [instanceView('polygon', { name: 'My Polygon', chainId: '137' }), instanceView('empty')]
  core.emit('sources.changed', { sources, accounts: [], current: 'polygon' })
  core.emit('settings.changed', { zone: 'utc', time: 'absolute' })

  const grid = page.getByRole('grid', { name: 'All movements' })
  const textOf = (locator: ReturnType<typeof page.getByRole>) => () => locator.query()?.textContent
  const row = (at: number) => textOf(grid.getByRole('row').nth(at))
  await expect.poll(row(1)).toMatch(/Polygon.*Token transfer.*2025-02-01.*IN.*1,234,567,890,123….*USDC/)
  await expect.poll(row(2)).toMatch(/Base.*Transaction.*2025-01-01.*OUT.*1….*BASECOIN/)
  for (const [at, copied] of [
    [1, '1234567890123.456789'],
    [2, '1.000000000000000001'],
  ] as const)
    expect(grid.getByRole('row').nth(at).element().querySelector(`[data-copy="${copied}"]`)).not.toBeNull()
  const reach = textOf(page.getByRole('group').filter({ hasText: 'How far back' }))
  await expect.poll(reach).toContain('0 of 3 chains are kept whole')
  expect(reach()).toMatch(
    /My Polygon.*to the end; not kept: transactions, internal transactions, withdrawals/,
  )
  expect(reach()).toMatch(
    /Pro: Base.*since 1 Jan 2025, 00:00:00 UTC; not kept: internal transactions, token transfers/,
  )
  expect(reach()).toMatch(/empty.*nothing kept/)
})

test('the chains at hand are offered behind chain:', async () => {
  const { field } = await open()
  await field.click()
  await userEvent.keyboard('chain:')
  await expect.poll(options).toEqual(['eth'])
})
