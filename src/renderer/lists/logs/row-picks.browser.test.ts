/** Filtering logs by contract or event: the core counts and finds them in all loaded rows. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Log } from '#shared/chain/log.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import ListView from '../view/ListView.vue'

const HASH = `0x${'1'.repeat(64)}`
const [PAIR, COIN, ROUTER] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
const [SWAP, TRANSFER] = [`0x${'d'.repeat(64)}`, `0x${'e'.repeat(64)}`]

/** Every tenth log is a swap of the pair, the last one has no topics, all others are transfers of the coin. */
const COUNT = 3_000
const logs: readonly Log[] = Array.from({ length: COUNT }, (_, index) => {
  const isSwap = index % 10 === 0
  return {
    transaction_hash: HASH,
    index,
    block_number: 1,
    data: '0x',
    address: { hash: isSwap ? PAIR : COIN, name: isSwap ? 'Pair' : 'Coin' },
    // The called contract, which logged nothing.
    smart_contract: { hash: ROUTER },
    topics: index === COUNT - 1 ? [] : [isSwap ? SWAP : TRANSFER],
    decoded:
      index === COUNT - 1 ? null : { method_call: isSwap ? 'Swap(uint256 amount)' : 'Transfer(address to)' },
  }
})
const keyOf = ({ index }: Log) => String(index)

async function open({ count = COUNT, list = 'transaction-logs' } = {}) {
  const core = createScriptedCore()
  core.handle('abi.decode', ({ items }) => ({ results: items.map(() => null) }))
  const params = list === 'transaction-logs' ? { transaction_hash: HASH } : { address_hash: COIN }
  const mounted = await mountInApp(ListView, {
    core,
    props: { source: 'eth', list, params, filters: {} },
    route: `/s/eth/tx/${HASH}`,
  })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  const first = logs.slice(0, count)
  await core.respond({
    items: first,
    keys: first.map(keyOf),
    unread: [],
    next: count < COUNT ? { at: count } : null,
  })
  return mounted
}
const rowCount = () => page.getByRole('grid', { name: 'Logs' }).element().getAttribute('aria-rowcount')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const choices = () =>
  [...document.querySelectorAll('[role=menuitemradio]')].map(({ textContent }) => textContent.trim())
async function choose(name: string, choice: RegExp) {
  await userEvent.click(button(name))
  await userEvent.click(page.getByRole('menuitemradio', { name: choice }))
}
const asked = ({ router }: Awaited<ReturnType<typeof open>>) => router.currentRoute.value.query.where

test('contracts and events are counted in all rows, and found in all of them', async () => {
  const mounted = await open()
  await expect.poll(rowCount).toBe(String(COUNT + 1))
  await userEvent.click(button('Event'))
  await expect.poll(choices).toEqual(['Any event', 'Transfer2,699', 'Swap300', 'No topics1'])
  await userEvent.click(page.getByRole('menuitemradio', { name: /^Swap/ }))
  await expect.poll(() => asked(mounted)).toBe(`method:${SWAP}`)
  await expect.poll(rowCount).toBe('301')

  await choose('Swap', /^No topics/)
  await expect.poll(() => asked(mounted)).toBe('-method:0x')
  await expect.poll(rowCount).toBe('2')

  await choose('No topics', /^Any event/)
  await expect.poll(() => asked(mounted)).toBe(undefined)
  await choose('Contract', /^Pair 300$|^Pair300$/)
  await expect.poll(() => asked(mounted)).toBe(`from:${PAIR}`)
  await expect.poll(rowCount).toBe('301')
})

test('a choice is one condition among others, which stay', async () => {
  const mounted = await open()
  await userEvent.fill(page.getByRole('combobox', { name: 'Filter' }), 'block:1')
  await expect.poll(() => asked(mounted)).toBe('block:1')
  await choose('Contract', /^Pair/)
  await expect.poll(() => asked(mounted)).toBe(`block:1 from:${PAIR}`)
  await choose('Pair', /^Coin/)
  await expect.poll(() => asked(mounted)).toBe(`block:1 from:${COIN}`)
  await expect.poll(rowCount).toBe(String(COUNT - 300 + 1))
})

test('they are those of the loaded rows', async () => {
  const mounted = await open({ count: 50 })
  await expect.poll(() => document.querySelectorAll('[role=row][data-index]').length).toBeGreaterThan(5)
  await userEvent.click(button('Event'))
  await expect.poll(choices).toEqual(['Any event', 'Transfer45', 'Swap5'])
  await userEvent.click(page.getByRole('menuitemradio', { name: /^Swap/ }))
  await expect.poll(() => document.querySelectorAll('[role=row][data-index]').length).toBe(5)
  await expect.element(page.getByText('5 of 50 rows read match', { exact: false }).first()).toBeVisible()
  expect(asked(mounted)).toBe(`method:${SWAP}`)
})

test('an event that the source can filter by is asked of the source', async () => {
  const mounted = await open({ list: 'address-logs' })
  await expect.poll(rowCount).toBe(String(COUNT + 1))
  await choose('Event', /^Swap/)
  expect(mounted.wrapper.emitted('update:filters')).toEqual([[{ topic: SWAP }]])
  // The source has no filter for logs without topics, so the rows are filtered.
  await choose('Event', /^No topics/)
  await expect.poll(() => asked(mounted)).toBe('-method:0x')
  expect(mounted.wrapper.emitted('update:filters')).toHaveLength(1)
})
