import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LedgerEntry } from '#shared/rpc/contract/ledger-entries.ts'
import type { LedgerAsset, LedgerGap, LedgerProof } from '#shared/rpc/contract/ledger.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import LedgerEntries from './LedgerEntries.vue'

const COIN: LedgerAsset = { id: 'coin', token: null, tokenId: null }
const USD: LedgerAsset = {
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
const GAP: LedgerGap = {
  amount: '-1500000',
  after: null,
  before: null,
  block: 7,
  transaction: null,
  reason: 'in_transaction',
}
const ENTRY: LedgerEntry = { id: 3, asset: USD, amount: '-1500000', block: 7, time: null, note: 'Cash' }
const adds = { state: 'adds_up', movements: 0, sum: '0', reported: '0', difference: '0', gaps: [] } as const

async function open(byHand: number) {
  const core = createScriptedCore()
  core.handle('ledger.entries', () => [ENTRY])
  core.handle('ledger.saveEntry', () => ENTRY)
  core.handle('ledger.removeEntry', () => null)
  const proof: LedgerProof = {
    revision: 1,
    state: 'differs',
    movements: 2,
    byHand,
    block: 9,
    readAt: 0,
    lists: [],
    assets: [USD, COIN].map((asset) => ({ ...adds, asset })),
    assetCount: 2,
    asked: 0,
  }
  const { wrapper } = await mountInApp(LedgerEntries, {
    core,
    props: {
      source: 'eth',
      hash: `0x${'a'.repeat(40)}`,
      coin: { symbol: 'ETH', decimals: 18 },
      proof,
    },
  })
  return { core, wrapper }
}
const saved = (core: Awaited<ReturnType<typeof open>>['core']) => core.inputsOf('ledger.saveEntry').at(-1)
const dialog = () => page.getByRole('dialog')

test('what is missing is filled in, and saved in the smallest unit', async () => {
  const { core, wrapper } = await open(0)
  ;(wrapper.vm as unknown as { enter: (asset: LedgerAsset, gap: LedgerGap) => void }).enter(USD, GAP)
  await expect.element(dialog()).toBeVisible()
  await expect.element(dialog().getByLabelText(/^Amount/)).toHaveValue('-1.5')
  await expect.element(dialog().getByRole('textbox', { name: 'Block' })).toHaveValue('7')
  await expect.element(dialog().getByRole('combobox', { name: 'Asset' })).toHaveValue(USD.id)
  await userEvent.fill(dialog().getByRole('textbox', { name: 'Note' }), 'Cash')
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => saved(core))
    .toMatchObject({
      id: null,
      entry: { asset: USD.id, amount: '-1500000', block: 7, time: null, note: 'Cash' },
    })
  await expect.poll(() => wrapper.emitted('changed')).toHaveLength(1)
})

test('any movement can be entered; what is wrong with it is said first', async () => {
  const { core } = await open(0)
  await userEvent.click(page.getByRole('button', { name: 'Enter a movement' }))
  await userEvent.fill(dialog().getByLabelText(/^Amount/), '1.0000000000000000001')
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }))
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('An amount is a number other than 0, with at most 18 decimals.')
  await userEvent.fill(dialog().getByLabelText(/^Amount/), '−0.5')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Enter a block, or a date and time.')
  await userEvent.fill(dialog().getByLabelText(/^Date and time/), '2025-12-31T23:59:59')
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => saved(core))
    .toMatchObject({ entry: { asset: 'coin', amount: `-5${'0'.repeat(17)}`, block: null } })
})

test('what was entered stands there with its note, and can be changed and deleted', async () => {
  const { core, wrapper } = await open(1)
  await expect.element(page.getByRole('heading', { name: '1 movement entered by hand' })).toBeVisible()
  for (const part of ['−1.5 USD', 'block 7', 'Cash'])
    await expect.element(page.getByRole('listitem').getByText(part)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Change' }))
  await userEvent.fill(dialog().getByLabelText(/^Amount/), '2')
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }))
  await expect.poll(() => saved(core)).toMatchObject({ id: 3, entry: { amount: '2000000' } })
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Delete' }))
  await expect.poll(() => core.inputsOf('ledger.removeEntry')).toEqual([{ id: 3 }])
  await expect.poll(() => wrapper.emitted('changed')).toHaveLength(2)
})
