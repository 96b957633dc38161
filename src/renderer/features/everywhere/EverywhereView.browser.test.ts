/** One address on all chains: the hosts that learn it are named first, and rows keep their places while answers arrive. */
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AddressFacts, AddressOnChain, EverywhereSource } from '#shared/rpc/contract/everywhere.ts'
import { useCommands } from '#renderer/stores/commands.ts'
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
    rowOf('pro:10', {
      state: 'failed',
      error: { code: 'bad_response', kind: 'other_chain', host: 'pro.example' },
      otherChain: { says: '8453' },
    }),
    rowOf('eth', { state: 'failed', error: { code: 'bad_response', kind: 'html', host: 'eth.example' } }),
    rowOf('pro:42161', { state: 'answered', facts: { ...facts, balance: '2' } }),
  ])
  await expect.poll(textOf('Base')).toMatch(/1\.5.*ETH.*\$ 1,234\.50.*4\+ left out.*50\+.*never.*Answered/)
  expect(textOf('Optimism')()).toContain('Refused: says it is Base')
  expect(textOf('Ethereum')()).toContain('web page')
  expect(tops()).toEqual(before)
  // The sum is exact, and leaves out the source that reports another chain than it is listed for.
  const total = page.getByText('ETH on 2 of 3 chains')
  expect(total.element().parentElement?.querySelector('[data-copy]')?.getAttribute('data-copy')).toBe(
    '1.500000000000000003 ETH',
  )

  await userEvent.click(page.getByRole('button', { name: 'Try again: Ethereum' }))
  expect(asked().at(-1)).toMatchObject({ sources: ['eth'], asks: true })
  wrapper.unmount()
  expect(asked()).toEqual([])
})

test('all that failed are asked again at once, by button and by command', async () => {
  await open()
  await userEvent.click(page.getByRole('button', { name: 'Ask 4 sources' }))
  const error = { code: 'timeout', afterMs: 15_000, host: 'eth.example' } as const
  const retry = page.getByRole('button', { name: 'Retry failed' })
  core.emit('everywhere.answers', [
    rowOf('eth', { state: 'failed', error }),
    rowOf('base', { state: 'answered' }),
    rowOf('pro:10', { state: 'answered' }),
    rowOf('pro:42161', { state: 'asking' }),
  ])
  await expect.poll(textOf('Ethereum')).toContain('did not answer within 15 s')
  // A single failed source has its own button.
  expect(retry.query()).toBeNull()
  expect(useCommands().all.map(({ id }) => id)).not.toContain('everywhere.retry')
  core.emit('everywhere.answers', [rowOf('pro:42161', { state: 'failed', error })])
  await expect.element(retry).toBeVisible()
  retry.element().focus()
  await userEvent.keyboard('{Enter}')
  expect(asked().at(-1)).toMatchObject({ sources: ['eth', 'pro:42161'], asks: true })
  await useCommands().run('everywhere.retry')
  expect(asked().at(-1)).toMatchObject({ sources: ['eth', 'pro:42161'], asks: true })
})

test('one that was refused for having the rows of another is not asked again without it', async () => {
  await open()
  await userEvent.click(page.getByRole('button', { name: 'Ask 4 sources' }))
  const refused = { code: 'bad_response', kind: 'other_chain', host: 'eth.example' } as const
  core.emit('everywhere.answers', [
    rowOf('eth', { state: 'failed', error: refused, otherChain: { sameAs: 'base' } }),
    rowOf('base', { state: 'failed', error: refused, otherChain: { sameAs: 'eth' } }),
    rowOf('pro:10', { state: 'answered' }),
    rowOf('pro:42161', { state: 'answered' }),
  ])
  await expect.poll(textOf('eth.example')).toContain('Refused: same as Base')
  expect(page.getByRole('button', { name: /Retry failed|Try again/ }).query()).toBeNull()
})

test('empty rows are hidden once all have answered, and that is remembered', async () => {
  await open()
  await userEvent.click(page.getByRole('button', { name: 'Ask 4 sources' }))
  const nothing = { ...NO_FACTS, isKnown: true, balance: '0', last: 'never', first: 'never' } as const
  const tokens = { usd: null, priced: 0, unpriced: 0, scam: 0, isAll: true }
  core.emit('everywhere.answers', [
    rowOf('eth', { state: 'answered', facts: { ...nothing, tokens } }),
    rowOf('base', { state: 'answered', facts: { ...NO_FACTS, isKnown: false } }),
    // A scam token counts as content, and so does a part that could not be read.
    rowOf('pro:10', { state: 'answered', facts: { ...nothing, tokens: { ...tokens, scam: 1 } } }),
    rowOf('pro:42161', { state: 'asking' }),
  ])
  const rows = () => page.getByRole('row').elements().length - 1
  core.emit('settings.changed', { hideEmptyEverywhere: true })
  const hide = page.getByRole('button', { name: 'Hide empty' })
  await expect.element(hide).toHaveAttribute('aria-pressed', 'true')
  expect(rows()).toBe(4)
  core.emit('everywhere.answers', [
    rowOf('pro:42161', {
      state: 'answered',
      facts: { ...nothing, tokens },
      missing: [{ part: 'counts', error: { code: 'cancelled' } }],
    }),
  ])
  await expect.poll(rows).toBe(2)
  await expect.element(page.getByText('2 chains have nothing of this address and are hidden.')).toBeVisible()

  hide.element().focus()
  await userEvent.keyboard('{Enter}')
  expect(core.inputsOf('settings.change')).toEqual([{ hideEmptyEverywhere: false }])
  await expect.poll(rows).toBe(4)
  await useCommands().run('everywhere.empty')
  expect(core.inputsOf('settings.change').at(-1)).toEqual({ hideEmptyEverywhere: true })
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
