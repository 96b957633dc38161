/** One address on every chain: who is told is said first, and each row stands still while answers come. */
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AddressFacts, AddressOnChain, EverywhereSource } from '#shared/rpc/contract/everywhere.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore, type ScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import EverywhereView from './EverywhereView.vue'

const ADDRESS = `0x${'a'.repeat(40)}`
const ETH = { symbol: 'ETH', decimals: 18 }
const sourceOf = (source: string, name: string, chainId: string, more: Partial<EverywhereSource> = {}) =>
  ({
    source,
    name,
    host: `${source}.example`,
    kind: 'instance',
    coin: ETH,
    chainId,
    isTest: false,
    account: null,
    credits: null,
    ...more,
  }) satisfies EverywhereSource
const PRO = {
  kind: 'pro',
  host: 'pro.example',
  account: { id: 'pro', name: 'My Pro', hasKey: true },
  credits: { least: 40, most: 110 },
} as const
const SOURCES: readonly EverywhereSource[] = [
  sourceOf('eth', 'Ethereum', '1'),
  sourceOf('base', 'Base', '8453'),
  sourceOf('pro:10', 'Pro: Optimism', '10', PRO),
  sourceOf('pro:42161', 'Pro: Arbitrum One', '42161', PRO),
]

const NO_FACTS: AddressFacts = {
  isKnown: null,
  who: null,
  balance: null,
  transactions: null,
  transfers: null,
  tokens: null,
  last: null,
  first: null,
}
const rowOf = (source: string, more: Partial<AddressOnChain> = {}): AddressOnChain => ({
  source,
  state: 'unasked',
  error: null,
  facts: NO_FACTS,
  keptAt: null,
  missing: [],
  otherChain: null,
  ...more,
})

let core: ScriptedCore
beforeEach(async () => {
  await page.viewport(1_280, 700)
  core = createScriptedCore()
  core.handle('everywhere.sources', () => SOURCES)
  core.handle('settings.change', (changes) => changes)
})

async function open() {
  const mounted = await mountInApp(EverywhereView, {
    core,
    props: { address: ADDRESS },
    route: `/everywhere/${ADDRESS}`,
  })
  core.emit('settings.changed', {})
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  await expect.element(page.getByRole('button', { name: 'Ask 4 sources' })).toBeVisible()
  return mounted
}
const asked = () => core.subscriptionsTo('everywhere.answers')
const textOf = (name: string) => () =>
  page.getByRole('row').filter({ hasText: name }).first().query()?.textContent

test('hosts and credits are said before, and nobody is asked until then', async () => {
  await open()
  const question = page.getByRole('region', { name: 'Ask all sources' })
  const hosts = () =>
    question
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent.trim())
  expect(hosts()).toEqual(['eth.example', 'base.example', 'pro.example'])
  expect(question.element().textContent).toMatch(/My Pro: 2 chains, between\s+80\s+and\s+220\s+credits/)
  expect(asked().map(({ asks }) => asks)).toEqual([false])

  await userEvent.click(page.getByLabelText('From now on ask at once'))
  await userEvent.click(page.getByRole('button', { name: 'Ask 4 sources' }))
  expect(asked().at(-1)).toEqual({
    address: ADDRESS,
    sources: SOURCES.map(({ source }) => source),
    asks: true,
  })
  expect(core.inputsOf('settings.change')).toContainEqual({ askEverywhere: true })
  await expect.element(question).not.toBeInTheDocument()
})

test('answers fill their rows where they stand; a failure is asked again alone, and leaving ends it all', async () => {
  const { wrapper } = await open()
  await userEvent.click(page.getByRole('button', { name: 'Ask 4 sources' }))
  core.emit(
    'everywhere.answers',
    SOURCES.map(({ source }) => rowOf(source, { state: 'asking' })),
  )
  const tops = () =>
    page
      .getByRole('row')
      .elements()
      .map((row) => row.getBoundingClientRect().top)
  await expect.poll(textOf('Base')).toContain('Asking')
  const before = tops()
  const tokens = { usd: '1234.5', priced: 2, unpriced: 3, scam: 1, isAll: false }
  const facts = { ...NO_FACTS, isKnown: true, balance: '1500000000000000001', tokens, last: 'never' }
  core.emit('everywhere.answers', [
    rowOf('base', { state: 'answered', facts: { ...facts, transactions: { count: 50, isAtLeast: true } } }),
    rowOf('pro:10', { state: 'answered', facts, otherChain: { says: '8453' } }),
    rowOf('eth', { state: 'failed', error: { code: 'bad_response', kind: 'html', host: 'eth.example' } }),
    rowOf('pro:42161', { state: 'answered', facts: { ...facts, balance: '2' } }),
  ])
  await expect.poll(textOf('Base')).toMatch(/1\.5.*ETH.*\$ 1,234\.50.*4\+ left out.*50\+.*never.*Answered/)
  expect(textOf('Optimism')()).toContain('Says it is Base')
  expect(textOf('Ethereum')()).toContain('web page')
  expect(tops()).toEqual(before)
  // Exactly, and without the chain that is another than it is listed for.
  const total = page.getByText('ETH on 2 of 3 chains')
  expect(total.element().parentElement?.querySelector('[data-copy]')?.getAttribute('data-copy')).toBe(
    '1.500000000000000003 ETH',
  )

  await userEvent.click(page.getByRole('button', { name: 'Try again: Ethereum' }))
  expect(asked().at(-1)).toMatchObject({ sources: ['eth'], asks: true })
  wrapper.unmount()
  expect(asked()).toEqual([])
})

test('sources are left out for good, all chains of an account at once', async () => {
  await open()
  await userEvent.click(page.getByRole('button', { name: 'Sources', exact: true }))
  await expect.element(page.getByRole('checkbox', { name: 'Base', exact: true })).toBeVisible()
  await userEvent.click(page.getByRole('checkbox', { name: /My Pro: all 2 chains/ }))
  expect(core.inputsOf('settings.change')).toEqual([{ leftOutEverywhere: ['pro:10', 'pro:42161'] }])
  await expect.element(page.getByRole('button', { name: 'Ask 2 sources' })).toBeVisible()
  await expect.poll(() => page.getByRole('row').elements().length).toBe(1 + 2)
})
