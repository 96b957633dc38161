/** The tab with the approvals of an address, over a scripted core. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Approval, ApprovalsProgress, ApprovalsReport } from '#shared/rpc/contract/approvals.ts'
import { useStatusBar } from '#renderer/stores/status-bar.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import ApprovalsView from './ApprovalsView.vue'

const [ONE, OTHER] = [`0x${'c3'.repeat(20)}`, `0x${'d4'.repeat(20)}`]
const place = { block: 12, transaction: `0x${'05'.repeat(32)}`, time: 1_700_000_000 }
const approval = (symbol: string): Approval => ({
  ...{ kind: 'permit2', state: 'open', via: `0x${'e5'.repeat(20)}`, id: null },
  token: { address: `0x${'f6'.repeat(20)}`, symbol, decimals: 0, price: null, held: '30' },
  spender: {
    ...{ address: `0x${'a7'.repeat(20)}`, name: null, label: null, isWatched: false },
    ...{ hasCode: false, isVerified: null, isScam: false },
  },
  ...{ amount: '40', unlimited: null, expires: 1_800_000_000, stake: '30', since: place, set: place },
  ...{ lastUse: { kind: 'unknown' }, end: null },
  ending: { to: `0x${'b8'.repeat(20)}`, data: '0x095ea7b3' },
})
const reportOf = (approvals: readonly Approval[]): ApprovalsReport => ({
  outcome: 'read',
  evidence: {
    kind: 'logs',
    node: { host: 'node.example', chainId: '1' },
    block: { height: 20, hash: place.transaction, time: 1_700_000_000 },
    ...{ from: 0, to: 20, logs: 1, stopped: null, transfers: null },
  },
  ...{ approvals, left: 0, ended: 0, endedApprovals: [] },
})

async function open(reports: Readonly<Record<string, ApprovalsReport>>) {
  const core = createScriptedCore()
  core.handle('approvals.read', ({ address }) => reports[address] ?? new Promise<never>(() => undefined))
  return mountInApp(ApprovalsView, {
    core,
    props: { source: 'eth', hash: ONE },
    route: `/s/eth/address/${ONE}`,
  })
}

test('no approval of an address stands under another one', async () => {
  const { wrapper, core } = await open({ [ONE]: reportOf([approval('OLD')]) })
  await expect.poll(() => wrapper.text()).toContain('OLD')
  const status = useStatusBar()
  expect(status.text).toBe('1 open approval')
  await wrapper.setProps({ hash: OTHER })
  await expect.poll(() => core.inputsOf('approvals.read').map(({ address }) => address)).toEqual([ONE, OTHER])
  expect(wrapper.text()).not.toContain('OLD')
  expect(status.text).toBeUndefined()
  expect(core.subscriptionsTo('approvals.progress')).toEqual([{ source: 'eth', address: OTHER }])
})

test('while it is read, it says how far it is', async () => {
  const { wrapper, core } = await open({})
  await expect.poll(() => wrapper.text()).toContain('Reading…')
  const says = async (progress: ApprovalsProgress, words: string) => {
    core.emit('approvals.progress', progress)
    await expect.poll(() => wrapper.text()).toContain(words)
  }
  await says({ step: 'transactions', rows: 29_000, pairs: 3 }, 'Reading transactions: 29,000…')
  await says({ step: 'logs', block: 1_234, pairs: 3 }, 'Logs are read down to block 1,234…')
  await says({ step: 'tokens', pairs: 3 }, 'Asking the tokens…')
})

test('Stop ends the reading, and begins none', async () => {
  const { core } = await open({})
  await userEvent.click(page.getByRole('button', { name: 'Stop' }))
  await expect.element(page.getByRole('button', { name: 'Read again' })).toBeVisible()
  expect(core.inputsOf('approvals.read')).toHaveLength(1)
})

test('a narrow table says beside each amount what it is, and until when', async () => {
  const { wrapper } = await open({ [ONE]: reportOf([approval('COIN')]) })
  await expect.poll(() => wrapper.findAll('[role=cell]').length).toBe(7)
  const labels = wrapper.findAll('[data-label]').map((cell) => cell.attributes('data-label'))
  expect(labels).toEqual([
    ...['May be taken by', 'How much', 'At stake now', 'First set', 'Last used', 'Call that ends it'],
  ])
  expect(wrapper.text()).toContain('a7a7 through 0xe5e5')
  expect(wrapper.text()).toMatch(/40 COIN until 15 Jan 2027, \d\d:00:00/)
})

test('what has ended, and what a filter finds, are a key away', async () => {
  const call = { from: ONE, to: `0x${'f6'.repeat(20)}`, method: 'decreaseAllowance' }
  const over: Approval = {
    ...approval('PAST'),
    state: 'ended',
    end: { how: 'said', place, by: call },
  }
  const report = reportOf([approval('COIN'), { ...approval('CASH'), lastUse: { kind: 'never' } }])
  if (report.outcome !== 'read') throw new Error('unreachable')
  const { wrapper, router } = await open({ [ONE]: { ...report, ended: 1, endedApprovals: [over] } })
  const rows = page.getByRole('row')
  await expect.element(page.getByRole('button', { name: 'Open 2' })).toHaveAttribute('aria-pressed', 'true')
  expect(wrapper.text()).toContain('2 to look at')
  await userEvent.fill(page.getByRole('searchbox', { name: 'Filter' }), 'token:cash risk:account')
  await expect.poll(() => rows.elements().length).toBe(2)
  expect(rows.elements()[1]?.textContent).toMatch(/CASH.*never/s)
  await userEvent.fill(page.getByRole('searchbox', { name: 'Filter' }), 'spender:cash')
  await userEvent.click(page.getByRole('button', { name: 'Clear' }))
  await expect.poll(() => rows.elements().length).toBe(3)
  page.getByRole('button', { name: 'Ended 1' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => rows.elements().length).toBe(2)
  expect(rows.elements()[1]?.textContent).toMatch(/PAST.*decreaseAllowance/s)
  expect(useStatusBar().text).toBe('1 ended approval')
  expect(router.currentRoute.value.query).toEqual({ state: 'ended' })
  await userEvent.click(page.getByRole('button', { name: 'Open 2' }))
  await expect.poll(() => rows.elements().length).toBe(3)
  expect(router.currentRoute.value.query).toEqual({})
  await router.push({ query: { state: ['ended', 'open'] } })
  await expect.poll(() => useStatusBar().text).toBe('1 ended approval')
  await router.push({ query: {} })
  await expect.poll(() => rows.elements().length).toBe(3)
  router.back()
  await expect.poll(() => useStatusBar().text).toBe('1 ended approval')
})

test('another node than the followed one can be asked', async () => {
  const { core, wrapper } = await open({ [ONE]: reportOf([]) })
  const sources = [instanceView('eth', { kind: 'node', name: 'My node' })]
  core.emit('sources.changed', { sources, accounts: [], current: 'eth' })
  await expect.element(page.getByPlaceholder('My node')).toBeVisible()
  await userEvent.fill(page.getByLabelText('URL of a node'), 'https://other.example')
  await userEvent.click(page.getByRole('button', { name: 'Ask this node' }))
  await expect
    .poll(() => core.inputsOf('approvals.read').at(-1))
    .toEqual({ source: 'eth', address: ONE, rpcUrl: 'https://other.example' })
  await expect.poll(() => wrapper.text()).toContain('No open approval is known')
})

test('times that no date can show leave the table whole', async () => {
  const since = { ...place, time: 1e15 }
  const { wrapper } = await open({ [ONE]: reportOf([{ ...approval('COIN'), since, expires: 2 ** 48 }]) })
  await expect.poll(() => wrapper.text()).toContain('until any time')
  expect(wrapper.text()).toContain('block 12')
})

test('a node of somebody else is asked only when a person says so', async () => {
  const core = createScriptedCore()
  core.handle('approvals.read', () => reportOf([]))
  const { wrapper } = await mountInApp(ApprovalsView, { core, props: { source: 'eth', hash: ONE } })
  await userEvent.fill(page.getByLabelText('URL of a node'), 'https://other.example')
  await userEvent.click(page.getByRole('button', { name: 'Ask this node' }))
  await expect.poll(() => core.inputsOf('approvals.read')).toHaveLength(2)
  await wrapper.setProps({ hash: OTHER })
  await expect.element(page.getByLabelText('URL of a node')).toHaveValue('https://other.example')
  expect(core.inputsOf('approvals.read')).toHaveLength(2)
})
