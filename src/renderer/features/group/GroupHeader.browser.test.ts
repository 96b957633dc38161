import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail } from '#shared/errors/errors.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore, pageOf } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import GroupView from './GroupView.vue'

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const [ONE, TWO, THREE] = [addressOf(1), addressOf(2), addressOf(3)]

const watched = (id: number, address: string, more: Partial<WatchedAddress> = {}): WatchedAddress => ({
  id,
  address,
  chainId: null,
  label: `Number ${String(id)}`,
  colour: null,
  groups: ['Fund'],
  watched: true,
  hasNote: false,
  position: id,
  ...more,
})

/** Opens a group page; `balances` by address, null if the source does not know one. */
async function openGroup(
  all: readonly WatchedAddress[],
  balances: Readonly<Record<string, string | null | undefined>>,
  tab = '',
) {
  const core = createScriptedCore()
  core.handle('details.read', ({ params: { address_hash: hash = '' } }) => {
    const balance = balances[hash]
    if (balance === undefined) return fail({ code: 'not_found', host: 'eth.example' })
    return { item: { hash, coin_balance: balance } }
  })
  const mounted = await mountInApp(GroupView, {
    core,
    route: `/s/eth/group/Fund${tab}`,
    props: { source: 'eth', name: 'Fund' },
  })
  core.emit('sources.changed', {
    sources: [instanceView('eth', { chainId: '1' })],
    accounts: [],
    current: 'eth',
  })
  core.emit('watchlist.changed', { revision: 1, all: [...all], more: false })
  return { ...mounted, core }
}

const members = () => page.getByRole('list', { name: 'Members' }).getByRole('listitem')
/** The exact value of a fact, by its name. */
const exactFact = (name: string) =>
  page.getByText(name, { exact: true }).element().parentElement?.querySelector<HTMLElement>('dd [title]')
    ?.title

test('each member is named with what it holds, and all of it is added up exactly', async () => {
  const { wrapper } = await openGroup([watched(1, ONE), watched(2, TWO), watched(3, THREE, { label: '' })], {
    [ONE]: '900719925474099312345678901234567890',
    [TWO]: '1',
    [THREE]: '2500000000000000000',
  })
  await expect.element(page.getByText('Balance of all')).toBeVisible()
  // More digits than a floating-point number holds.
  expect(exactFact('Balance of all')).toBe('900,719,925,474,099,314.845678901234567891 ETH')
  await expect.poll(() => members().elements().length).toBe(3)
  expect(
    members()
      .elements()
      .map((member) => member.textContent.trim()),
  ).toEqual(['Number 19.007… ×10¹⁷ ETH', 'Number 20.0₁₇1 ETH', '0x0000…00032.5 ETH'])
  expect(wrapper.text()).toContain('3 addresses read as one')
  expect(wrapper.text()).not.toContain('left out')
})

test('a sum that lacks one says so; an address the chain has not seen holds nothing', async () => {
  await openGroup([watched(1, ONE), watched(2, TWO), watched(3, THREE)], {
    [ONE]: '1000000000000000000',
    [TWO]: null,
  })
  await expect.element(page.getByText('Balance of 2 of 3')).toBeVisible()
  expect(exactFact('Balance of 2 of 3')).toBe('1 ETH')
  await expect.element(members().nth(1)).toHaveTextContent('Number 2no balance')
  await expect.element(members().nth(2)).toHaveTextContent('Number 30 ETH')
})

test('what is held of a coin without a symbol ends with its digits', async () => {
  const { core } = await openGroup([watched(1, ONE)], { [ONE]: '1000000000000000000' })
  await expect.element(members().getByTitle('1 ETH')).toBeVisible()
  const coin = { symbol: '', decimals: 18 }
  core.emit('sources.changed', {
    sources: [instanceView('eth', { chainId: '1', coin })],
    accounts: [],
    current: 'eth',
  })
  await expect.element(members().getByTitle('1', { exact: true })).toBeVisible()
  expect(members().getByTitle('1', { exact: true }).element().textContent).toBe('1')
})

test('who is left out is said: those of another chain, and those beyond fifty', async () => {
  const many = Array.from({ length: 52 }, (_, nth) => watched(nth + 1, addressOf(nth + 1)))
  const { core } = await openGroup(
    [...many, watched(60, addressOf(60), { chainId: '8453' }), watched(61, addressOf(61), { groups: [] })],
    Object.fromEntries(many.map(({ address }) => [address, '1'])),
  )
  await expect.element(page.getByText('50 at most are read as one: 2 are left out.')).toBeVisible()
  await expect.element(page.getByText('1 address watched on another chain only: left out.')).toBeVisible()
  await expect.poll(() => exactFact('Balance of all')).toBe('0.00000000000000005 ETH')
  await expect
    .poll(() => core.pageRequests.at(-1))
    .toMatchObject({ others: many.slice(1, 50).map(({ address }) => address) })
})

test('its tabs are the lists that can be merged, each asked for all of them', async () => {
  const { core, router } = await openGroup([watched(1, ONE), watched(2, TWO)], { [ONE]: '1', [TWO]: '2' })
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
  await expect.element(tab('Transactions')).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab('Ledger')).toBeVisible()
  // The coin balance chart is for one address only.
  await expect.element(tab('Coin balance')).not.toBeInTheDocument()
  await expect
    .poll(() => core.pageRequests.at(-1))
    .toMatchObject({ list: 'address-transactions', others: [TWO] })
  await core.respond(pageOf(0, 3, null))

  // Only rows with a sender and a receiver can be within the group.
  const choice = page.getByRole('group', { name: 'Transfers between these addresses' })
  await expect.element(choice).toBeVisible()
  await userEvent.click(choice.getByRole('button', { name: 'Outside' }))
  await expect.poll(() => router.currentRoute.value.query).toMatchObject({ where: '-within' })
  await userEvent.click(tab('Tokens'))
  await expect.poll(() => core.pageRequests.at(-1)).toMatchObject({ list: 'address-tokens', others: [TWO] })
  await expect.element(tab('Tokens')).toHaveAttribute('aria-selected', 'true')
  await expect.element(choice).not.toBeInTheDocument()
})
