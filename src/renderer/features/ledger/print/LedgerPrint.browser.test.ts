import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import LedgerPrint from './LedgerPrint.vue'

const HASH = `0x${'ab'.repeat(20)}`
const COIN = { id: 'coin', token: null, tokenId: null }
const movement = (place: number): LedgerMovement => ({
  place,
  asset: 'coin',
  nft: null,
  amount: '-1234567890123456789',
  block: place,
  time: Date.UTC(2025, 5, 1) + place * 1_000,
  rule: 'value',
  counterparty: { hash: `0x${'cd'.repeat(20)}`, name: '<b>Shop</b>' },
  list: 'address-transactions',
  row: String(place),
  transaction: `0x${'12'.repeat(32)}`,
})
const LINE = {
  asset: COIN,
  movements: 3,
  opening: '-5',
  in: '0',
  out: '3703703670370370367',
  fees: '1',
  closing: '0',
}
async function open({ total = 3, isPointInTime = false, revision = (): number => 1 } = {}) {
  const core = createScriptedCore()
  core.handle('ledger.movements', ({ offset, limit }: CallInput<'ledger.movements'>) => ({
    revision: revision(),
    total,
    movements: Array.from({ length: Math.min(limit, total - offset) }, (_, at) =>
      movement(total - 1 - offset - at),
    ),
    assets: [COIN],
  }))
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'))
  })
  const question = {
    source: 'eth',
    address: HASH,
    period: { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) },
    isPointInTime,
    asset: null,
    withSpam: false,
    query: '',
    zone: 'utc',
  }
  const mounted = await mountInApp(LedgerPrint, {
    core,
    route: `/s/eth/address/${HASH}`,
    props: {
      question,
      proof: {
        revision: 1,
        state: 'adds_up',
        movements: total,
        block: 99,
        readAt: 0,
        lists: [
          { list: 'address-transactions', rows: 9, unread: 2, state: 'noticed', notice: 'It is young.' },
        ],
        assets: [],
        assetCount: 0,
        asked: 0,
      },
      statement: {
        revision: 1,
        movements: total,
        lineCount: 4,
        lines: [LINE],
        leftOut: [{ rule: 'scam-token', movements: 7 }],
        of: question,
      },
      rows: { count: total, folded: 0, poisoned: 0, at: () => undefined, indexOf: () => undefined },
    },
  })
  core.emit('settings.changed', { zone: 'utc' })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  return { ...mounted, print }
}
afterEach(() => {
  window.dispatchEvent(new Event('afterprint'))
  vi.restoreAllMocks()
})
const paper = () => document.querySelector('.ledger-paper')
const textsOf = (selector: string) =>
  [...(paper()?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent)

test('every movement of the period is read before it is printed, the oldest first', async () => {
  const { core, print } = await open({ total: 2_500 })
  await userEvent.click(page.getByRole('button', { name: 'Print' }))
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(core.inputsOf('ledger.movements').map(({ offset }) => offset)).toEqual([0, 1_000, 2_000])
  expect(textsOf('.movements tbody')).toHaveLength(2_500)
  expect(textsOf('.movements tbody')[0]).toBe(
    `2025-06-01 00:00:000Transaction−1.234567890123456789 ETHwith ${HASH.replaceAll('ab', 'cd')} <b>Shop</b>in 0x${'12'.repeat(32)}`,
  )
  expect(textsOf('dd')).toEqual(
    expect.arrayContaining(['1 Jan 2025, 00:00:00 UTC to 31 Dec 2025, 23:59:59 UTC', 'UTC']),
  )
  expect(textsOf('.assets .amounts td')).toEqual([
    '-0.000000000000000005',
    '0',
    '3.703703670370370367',
    '0.000000000000000001',
    '0',
  ])
  expect(textsOf('li')).toEqual([
    'Left out as spam: 7 movements (scam token 7).',
    '2 rows could not be read, and are not in the sums.',
    'Transactions: It is young.',
    'Left out: 3 assets with fewer movements.',
  ])
  window.dispatchEvent(new Event('afterprint'))
  expect(paper()).toBeNull()
})

test('more movements than a paper takes are counted, and the newest are printed', async () => {
  const { core, print } = await open({ total: 12_345 })
  await userEvent.click(page.getByRole('button', { name: 'Print' }))
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(core.inputsOf('ledger.movements')).toHaveLength(5)
  expect(textsOf('h2').at(-1)).toBe('Movements, the oldest first: the newest 5,000 of 12,345')
  expect(textsOf('li').at(-1)).toMatch(/^Left out: the 7,345 oldest movements/)
})

test('nothing is printed of two readings', async () => {
  let revision = 0
  const { print, core } = await open({ total: 2_500, revision: () => (revision += 1) })
  await userEvent.click(page.getByRole('button', { name: 'Print' }))
  await expect.poll(() => core.inputsOf('ledger.movements')).toHaveLength(2)
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeEnabled()
  expect(print).not.toHaveBeenCalled()
})

test('a browser that prints by itself gets the sums, and what is missing is said', async () => {
  await open()
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeEnabled()
  window.dispatchEvent(new Event('beforeprint'))
  expect(textsOf('h2').at(-1)).toBe('Movements, the oldest first: the newest 0 of 3')
  expect(textsOf('.assets tbody')).toHaveLength(1)
})

test('balances at a moment are printed without movements, and only what was held', async () => {
  const { print, core } = await open({ isPointInTime: true })
  await userEvent.click(page.getByRole('button', { name: 'Print' }))
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(core.inputsOf('ledger.movements')).toEqual([])
  expect(textsOf('h1')[0]).toMatch(/^Balances of /)
  expect(textsOf('dd')).toContain('31 Dec 2025, 23:59:59 UTC')
  expect(textsOf('.assets tbody')).toEqual([])
  expect(textsOf('p')).toEqual(['Nothing was held or moved.'])
})
