import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import WatchTable from './WatchTable.vue'

const entryOf = (id: number): WatchedAddress => ({
  id,
  address: `0x${String(id).padStart(40, '0')}`,
  chainId: null,
  label: `Entry ${String(id)}`,
  colour: id === 1 ? 'pink' : null,
  groups: [],
  watched: true,
  hasNote: false,
  position: id,
})

async function mountTable(count: number) {
  const core = createScriptedCore()
  core.handle('watchlist.save', () => ({ ...entryOf(1), undo: 1 }))
  core.handle('watchlist.edit', () => ({ undo: 1 }))
  const entries = Array.from({ length: count }, (_, nth) => entryOf(nth + 1))
  return mountInApp(WatchTable, { core, props: { entries, selected: new Set() } })
}

test('of 1,000 entries only the visible rows are drawn', async () => {
  const { wrapper } = await mountTable(1_000)
  await expect.element(page.getByText('Entry 1', { exact: true })).toBeVisible()
  expect(wrapper.findAll('.body .row').length).toBeLessThan(60)
  expect(wrapper.get('[role=table]').attributes('aria-rowcount')).toBe('1001')
  wrapper.get('.scroller').element.scrollTop = 38 * 1_000
  await expect.poll(() => wrapper.text()).toContain('Entry 1000')
})

test('a label is edited in place: Enter saves once, Escape and an unchanged text do not', async () => {
  const { core } = await mountTable(2)
  const label = page.getByRole('button', { name: 'Label: Entry 1. Change it' })
  await userEvent.click(label)
  await userEvent.keyboard('Better{Enter}')
  expect(core.inputsOf('watchlist.save')).toEqual([
    { address: entryOf(1).address, chainId: null, label: 'Better' },
  ])
  await userEvent.click(label)
  await userEvent.keyboard('Never{Escape}')
  await userEvent.click(label)
  await userEvent.keyboard('{Enter}')
  await expect.element(label).toBeVisible()
  expect(core.inputsOf('watchlist.save')).toHaveLength(1)
})

test('groups, colour and sidebar are changed in place', async () => {
  const { core } = await mountTable(1)
  await userEvent.click(page.getByRole('button', { name: 'Groups: none. Change them' }))
  await userEvent.keyboard('Funds, Cold storage{Enter}')
  await userEvent.click(page.getByRole('button', { name: /^Colour of Entry 1/ }))
  await userEvent.click(page.getByRole('checkbox', { name: 'Entry 1 is in the sidebar' }))
  expect(core.inputsOf('watchlist.save')).toMatchObject([
    { groups: ['Funds', 'Cold storage'] },
    // Pink is the last colour.
    { colour: null },
  ])
  expect(core.inputsOf('watchlist.edit')).toEqual([{ ids: [1], watched: false }])
})

test('one entry and all entries are selected', async () => {
  const { wrapper } = await mountTable(3)
  await userEvent.click(page.getByRole('checkbox', { name: 'Select Entry 2' }))
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all' }))
  expect(wrapper.emitted('update:selected')).toEqual([[new Set([2])], [new Set([1, 2, 3])]])
})
