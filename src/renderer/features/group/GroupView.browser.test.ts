import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LedgerMovement, LedgerProof } from '#shared/rpc/contract/ledger.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import GroupView from './GroupView.vue'

const [ONE, TWO, THREE] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
const watched = (id: number, address: string, more: Partial<WatchedAddress> = {}): WatchedAddress => ({
  id,
  address,
  chainId: null,
  label: '',
  colour: null,
  groups: ['Fund'],
  watched: true,
  hasNote: false,
  position: id,
  ...more,
})
const proof: LedgerProof = {
  revision: 1,
  state: 'differs',
  movements: 3,
  block: 9,
  readAt: 0,
  lists: [],
  assets: [],
  assetCount: 0,
  asked: 0,
  members: [
    { address: ONE, state: 'adds_up', movements: 2 },
    { address: TWO, state: 'differs', movements: 1 },
  ],
}
const within: LedgerMovement = {
  place: 0,
  asset: 'coin',
  nft: null,
  amount: '-5',
  block: 7,
  time: 0,
  rule: 'value',
  counterparty: { hash: TWO },
  list: 'address-transactions',
  row: '1',
  transaction: `0x${'12'.repeat(32)}`,
  of: ONE,
  within: true,
}

test('a group is asked as one; each address says whether it adds up, and transfers between them can be counted', async () => {
  const core = createScriptedCore()
  core.handle('ledger.proof', () => proof)
  core.handle('ledger.statement', () => ({ revision: 1, movements: 1, lines: [], lineCount: 0, leftOut: [] }))
  core.handle('ledger.movements', () => ({
    revision: 1,
    total: 1,
    movements: [within],
    assets: [{ id: 'coin', token: null, tokenId: null }],
  }))
  await mountInApp(GroupView, {
    core,
    route: '/s/eth/group/Fund?tab=ledger',
    props: { source: 'eth', name: 'Fund' },
  })
  core.emit('watchlist.changed', {
    revision: 1,
    all: [watched(1, ONE), watched(2, TWO), watched(3, THREE, { groups: ['Other'] })],
    more: false,
  })
  await expect.element(page.getByRole('heading', { name: 'Fund' })).toBeVisible()
  const asked = { source: 'eth', address: ONE, others: [TWO] }
  await expect.poll(() => core.inputsOf('ledger.proof').at(-1)).toMatchObject(asked)
  const members = page.getByRole('list', { name: 'Their ledgers' })
  await expect.element(members.getByText('adds up, 2')).toBeVisible()
  await expect.element(members.getByText('differs, 1')).toBeVisible()
  await expect.element(page.getByText('Within').first()).toBeVisible()
  const count = page.getByRole('button', { name: 'Count transfers between them' })
  await expect.element(count).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(count)
  await expect
    .poll(() => core.inputsOf('ledger.statement').at(-1))
    .toMatchObject({ ...asked, withWithin: true })
})
