import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readCallTrace } from '#shared/chain/call-trace.ts'
import type { StateChange, Transaction } from '#shared/chain/transaction.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { useStatusBar } from '#renderer/stores/status-bar.ts'
import { coinChange, readStateChanges } from './testing/state-changes.ts'
import TransactionView from './TransactionView.vue'

const HASH = `0x${'ab'.repeat(32)}`
const [SENDER, RECEIVER, VALIDATOR, TOKEN] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
]
const USD = { address_hash: TOKEN, symbol: 'USD', name: 'Dollar', decimals: '6', type: 'ERC-20' }

const CHANGES = readStateChanges([
  coinChange(VALIDATOR, '0', '1000000000000000', '1000000000000000', true),
  coinChange(SENDER, '3000000000000000000', '1999000000000000000', '-1001000000000000000'),
  coinChange(RECEIVER, '0', '1000000000000000000', '1000000000000000000'),
  { ...coinChange(SENDER, '0', '2500000', '2500000'), type: 'token', token: USD },
  { ...coinChange(RECEIVER, '2500000', '0', '-2500000'), type: 'token', token: USD },
])
const MINED = {
  hash: HASH,
  status: 'ok',
  result: 'success',
  method: 'swap',
  block_number: 21_204_118,
  from: { hash: SENDER },
  to: { hash: RECEIVER },
  value: '1000000000000000000',
  gas_used: '21000',
  gas_limit: '50000',
} as unknown as Transaction

const OWN_CALL = {
  name: 'openVault',
  signature: 'openVault()',
  selector: '0x12345678',
  origin: 'own',
  from: 'Vault.json',
  isCertain: true,
  arguments: [],
} as const

const pageOf = (items: readonly StateChange[], next: string | null = null) => ({
  items,
  keys: items.map((_, nth) => `${next ?? 'last'}:${String(nth)}`),
  unread: [],
  next: next === null ? null : { at: next },
})

const TWO_CALLS = [[], [0]].map((traceAddress) => ({
  type: 'call',
  action: {
    ...{ callType: 'call', from: SENDER, to: RECEIVER, value: '0x0', gas: '0x64', input: '0x12345678' },
  },
  result: { output: '0x' },
  error: 'Reverted',
  traceAddress,
}))
const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })

const value = () => page.getByRole('definition').filter({ hasText: /ETH/ })

test('the value of a failed transaction: nothing was moved', async () => {
  await open({ ...MINED, status: 'error', result: 'execution reverted', exchange_rate: '2481.37' })
  await expect.element(value().first()).toHaveTextContent('1 ETH nothing was moved')
  await expect.element(page.getByText('$ 2,481.37')).not.toBeInTheDocument()
})

test('the value of a pending transaction is not moved yet', async () => {
  const { core } = await open({ ...MINED, status: null, result: 'pending', block_number: null })
  await core.respond(pageOf([]))
  await expect.element(value().first()).toHaveTextContent('1 ETH not moved yet')
})

test.each(['its first tab', 'changes', 'calls', 'transfers', 'logs', 'input', 'raw'])(
  'one that fails while it is open at %s: its failure moves nothing',
  async (tab) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let details = { ...MINED, status: null, result: 'pending', block_number: null, raw_input: '0x12345678' }
    const mounted = await open(details as unknown as Transaction, (core) => {
      core.handle('lists.page', () => pageOf([]) as never)
      core.handle('details.read', ({ detail }) =>
        detail === 'transaction' ? { item: details as never } : fail({ code: 'not_found' }),
      )
    })
    await mounted.router.replace({ query: tab === 'its first tab' ? {} : { tab } })
    const panel = page.getByRole('tabpanel').element()
    const content = () => panel.querySelector(':scope > :not(.failure)')!
    const top = () => content().getBoundingClientRect().top - panel.getBoundingClientRect().top
    await expect.poll(() => content().textContent).not.toMatch(/^\s*(Loading…|Reading .*…)?\s*$/)
    const before = top()
    details = { ...details, status: 'error', result: 'execution reverted', block_number: 21_204_118 } as never
    vi.advanceTimersByTime(6_000)
    const failure = page.getByRole('region', { name: 'Why it failed' })
    await expect.element(failure).toBeInViewport({ ratio: 1 })
    expect(top()).toBe(before)
    expect(failure.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
      Math.round(content().getBoundingClientRect().bottom),
    )
    // A tab that is opened then has it above.
    await mounted.router.replace({ query: { tab: tab === 'raw' ? 'input' : 'raw' } })
    await expect.poll(() => Math.round(top())).toBeGreaterThan(70)
    vi.useRealTimers()
  },
)

/** Opens the page; the details come once `late` is resolved. */
async function openLate(details: object, route?: string) {
  const late = Promise.withResolvers<null>()
  const mounted = await open(
    details as Transaction,
    (core) => {
      core.handle('details.read', async ({ detail }) => {
        if (detail === 'transaction-calls') return { item: readCallTrace(TWO_CALLS) as never }
        if (detail !== 'transaction') return fail({ code: 'not_found' })
        await late.promise
        return { item: details as never }
      })
    },
    route,
  )
  return { ...mounted, late }
}

test('one whose failure becomes known late: what is used by then stays in front', async () => {
  const { core, late } = await openLate({ ...MINED, status: 'error', result: 'execution reverted' })
  await core.respond(pageOf(CHANGES))
  await expect.poll(rowTexts).toHaveLength(5)
  const filter = page.getByRole('searchbox', { name: 'Filter' })
  await userEvent.fill(filter, SENDER.slice(0, 12))
  await expect.poll(rowTexts).toHaveLength(2)
  late.resolve(null)
  const failure = page.getByRole('region', { name: 'Why it failed' })
  await expect.element(failure).toBeInViewport({ ratio: 1 })
  await expect.element(failure.getByRole('link', { name: 'Go to the call' })).toBeVisible()
  await expect.element(filter).toHaveFocus()
  expect(rowTexts()).toHaveLength(2)
})

test('one whose failure is known at once opens with its calls', async () => {
  const { late } = await openLate({ ...MINED, status: 'error', result: 'execution reverted' })
  late.resolve(null)
  await expect.element(page.getByRole('tree', { name: 'Calls' })).toBeVisible()
})

test('a link to a call has its focus, however long details take', async () => {
  const { late } = await openLate(MINED, `/s/eth/tx/${HASH}?tab=calls&call=1`)
  const tree = page.getByRole('tree', { name: 'Calls' })
  await expect.element(tree).toHaveFocus()
  late.resolve(null)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('swap')
  await expect.element(tree).toHaveFocus()
})

test('changes whose sender becomes known late move once their tab is opened again', async () => {
  const receiverFirst = readStateChanges([
    coinChange(RECEIVER, '0', '1000000000000000000', '1000000000000000000'),
    {
      ...coinChange(SENDER, '3000000000000000000', '1999000000000000000', '-1001000000000000000'),
      address: { hash: SENDER, is_scam: true },
    },
  ])
  const { core, late, router } = await openLate(MINED)
  await core.respond(pageOf(receiverFirst))
  const receiver = '0xbbbb…bbbbETH+101'
  await expect.poll(rowTexts).toEqual([receiver])
  late.resolve(null)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('swap')
  expect(rowTexts()).toEqual([receiver])
  await router.push({ query: { tab: 'raw' } })
  await router.push({ query: { tab: 'changes' } })
  await expect.poll(rowTexts).toEqual([expect.stringContaining('0xaaaa…aaaa'), receiver])
})

test('what stands after a title that becomes another one is drawn again there, and does not move', async () => {
  const decoding = Promise.withResolvers<null>()
  await open({ ...MINED, method: '0x12345678', raw_input: '0x12345678' }, (core) => {
    core.handle('abi.decode', async ({ items }) => {
      await decoding.promise
      return { results: items.map(() => OWN_CALL) }
    })
  })
  const title = page.getByRole('heading', { level: 1 })
  await expect.element(title).toHaveTextContent('0x12345678')
  const shifts: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  await nextFrame()
  decoding.resolve(null)
  await expect.element(title).toHaveTextContent('openVault')
  await nextFrame()
  shifts.push(...observer.takeRecords())
  observer.disconnect()
  expect(shifts).toEqual([])
})

test('an input that is drawn stays while a pending transaction is read again, also if nothing decodes it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const details = { ...MINED, status: null, result: 'pending', block_number: null, raw_input: '0x12345678' }
  const again = Promise.withResolvers<null>()
  let reads = 0
  const { router } = await open(details as unknown as Transaction, (core) => {
    core.handle('abi.decode', () => fail({ code: 'internal', reference: 'r' }))
    core.handle('details.read', async ({ detail }) => {
      if (detail !== 'transaction') return fail({ code: 'not_found' })
      reads += 1
      if (reads > 1) await again.promise
      return { item: details as never }
    })
  })
  await router.replace({ query: { tab: 'input' } })
  const raw = page.getByRole('tabpanel').getByText('0x12345678')
  await expect.element(raw).toBeVisible()
  vi.advanceTimersByTime(6_000)
  await expect.poll(() => reads).toBe(2)
  await nextFrame()
  await expect.element(raw).toBeVisible()
  again.resolve(null)
  vi.useRealTimers()
})

test('the status line is about the tab in front', async () => {
  const { core, router } = await open({ ...MINED, token_transfers: [] })
  const status = useStatusBar()
  await core.respond(pageOf(CHANGES))
  await expect.poll(() => status.text).toContain('5 changes')
  await router.replace({ query: { tab: 'transfers' } })
  await expect
    .poll(() => core.inputsOf('lists.page').at(-1))
    .toMatchObject({ list: 'transaction-token-transfers' })
  await core.respond(pageOf([]))
  await expect.poll(() => status.text).toBe('No token transfers')
  await router.replace({ query: { tab: 'input' } })
  await expect.poll(() => status.text).toBeUndefined()
  await router.replace({ query: { tab: 'changes' } })
  await expect.poll(() => status.text).toContain('5 changes')
})

test.each([400, 560])(
  'who says what an error is stays in view when the calls come, %i px wide',
  async (width) => {
    await page.viewport(width, 800)
    const error = '0x08c18860'
    const action = {
      ...{ callType: 'call', from: SENDER, to: RECEIVER, value: '0x0', gas: '0x64', input: '0x12345678' },
    }
    const frame = { type: 'call', action, result: { output: error }, error: 'Reverted', traceAddress: [] }
    const details = { ...MINED, status: 'error', revert_reason: { raw: error } }
    const calls = Promise.withResolvers<null>()
    await open(details, (core) => {
      core.handle('abi.decode', ({ items }) => ({
        results: items.map(() => ({ ...OWN_CALL, name: 'Locked', signature: 'Locked()', selector: error })),
      }))
      core.handle('details.read', async ({ detail }) => {
        if (detail === 'transaction') return { item: details as never }
        await calls.promise
        return detail === 'transaction-calls'
          ? { item: readCallTrace([frame]) as never }
          : fail({ code: 'not_found' })
      })
    })
    const failure = page.getByRole('region', { name: 'Why it failed' })
    const who = failure.getByText('From your own ABI Vault.json')
    await expect.element(who).toBeInViewport({ ratio: 0.9 })
    calls.resolve(null)
    await expect.element(failure.getByRole('link', { name: 'Go to the call' })).toBeInTheDocument()
    await expect.element(who).toBeInViewport({ ratio: 0.9 })
    await page.viewport(1280, 800)
  },
)

test('an error is said as words once nobody can decode it, and not before', async () => {
  const word = '7'.padStart(64, '0')
  const error = `0x08c18860${word.repeat(66)}`
  const action = {
    callType: 'call',
    from: SENDER,
    to: RECEIVER,
    value: '0x0',
    gas: '0x64',
    input: '0x12345678',
  }
  const frame = { type: 'call', action, result: { output: error }, error: 'Reverted', traceAddress: [] }
  const details = { ...MINED, status: 'error', revert_reason: { raw: error } }
  const decoding = Promise.withResolvers<null>()
  await open(details, (core) => {
    core.handle('abi.decode', async ({ items }) => {
      if (items.some(({ kind }) => kind === 'error')) await decoding.promise
      return { results: items.map(() => null) }
    })
    core.handle('details.read', ({ detail }) =>
      detail === 'transaction-calls'
        ? { item: readCallTrace([frame]) as never }
        : detail === 'transaction'
          ? { item: details as never }
          : fail({ code: 'not_found' }),
    )
  })
  const heading = page.getByRole('region', { name: 'Why it failed' }).getByRole('heading')
  await expect.element(page.getByRole('button', { name: /^Revert data/ })).toBeVisible()
  expect(oneLine(heading.element().textContent)).toBe('Failed')
  decoding.resolve(null)
  await expect.element(heading).toHaveTextContent('error 0x08c188600x00 70x20 70x40 70x60 70x80 70xa0 7…')
  const revertData = page.getByRole('button', { name: /^Revert data/ })
  const border = () => getComputedStyle(revertData.element()).borderColor
  const before = border()
  await userEvent.click(revertData)
  await expect.element(page.getByText('2 further words')).toBeVisible()
  expect(border()).toBe(before)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'Add an ABI' }))
  await userEvent.fill(page.getByRole('textbox', { name: 'ABI, artifact or signatures' }), 'error Other()')
  await userEvent.click(page.getByRole('button', { name: 'Read it' }))
  await expect.element(page.getByText('It has nothing for this error, 0x08c18860.')).toBeVisible()
})

const operationsTab = () => page.getByRole('tab', { name: 'Operations' })

test('a bundle of user operations, and a transaction with authorizations, have a tab for them', async () => {
  const { wrapper } = await open({ ...MINED, raw_input: `0x765e827f${'0'.repeat(64)}` })
  await expect.element(operationsTab()).toBeVisible()
  wrapper.unmount()
  await open({ ...MINED, type: 4 })
  await expect.element(operationsTab()).toBeVisible()
})

test('any other transaction has no tab for operations', async () => {
  await open({ ...MINED, raw_input: '0x12345678' })
  await expect.element(page.getByRole('tab', { name: 'Input' })).toBeVisible()
  await expect.element(operationsTab()).not.toBeInTheDocument()
})

async function open(
  details: Transaction | ReturnType<typeof fail>,
  script?: (core: ReturnType<typeof createScriptedCore>) => void,
  route = `/s/eth/tx/${HASH}`,
) {
  const core = createScriptedCore()
  core.handle('abi.decode', ({ items }) => ({ results: items.map(() => null) }))
  core.handle('recent.visit', () => null)
  core.handle('details.read', ({ detail }) =>
    detail !== 'transaction'
      ? fail({ code: 'not_found' })
      : 'ok' in details
        ? (details as never)
        : { item: details as never },
  )
  script?.(core)
  const mounted = await mountInApp(TransactionView, {
    core,
    route,
    props: { source: 'eth', hash: HASH },
  })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  return mounted
}

const changesGrid = () => page.getByRole('grid', { name: 'State changes' })
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
/** The texts of the rows in the order they are shown, which may differ from the order of the elements. */
const rowTexts = () =>
  [...(changesGrid().query()?.querySelectorAll<HTMLElement>('[data-index]') ?? [])]
    .sort((one, other) => Number(one.dataset.index) - Number(other.dataset.index))
    .map((row) => oneLine(row.textContent))
const groupNames = () =>
  [...(changesGrid().query()?.querySelectorAll('[role=rowgroup][aria-label]') ?? [])].map((group) =>
    group.getAttribute('aria-label'),
  )
const flowsPanel = () => page.getByRole('region', { name: 'Who gave what to whom' })
async function showPicture() {
  await userEvent.click(page.getByRole('button', { name: 'Picture' }))
  await expect.element(flowsPanel()).toBeVisible()
}

test('the summary and the state changes: sender, receiver, validator, with the flows between them', async () => {
  const { core } = await open(MINED)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('swap')
  await userEvent.click(page.getByRole('button', { name: /^Details/ }))
  await expect.element(page.getByText('21,000 of 50,000 · 42 %')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await core.respond(pageOf(CHANGES))
  await expect
    .poll(rowTexts)
    .toEqual([
      '0xaaaa…aaaaETH−1.00131.999',
      '0xaaaa…aaaaUSD+2.502.5',
      '0xbbbb…bbbbETH+101',
      '0xbbbb…bbbbUSD−2.52.50',
      '0xcccc…ccccETH+0.00100.001',
    ])
  expect(groupNames()).toEqual(['0xaaaa…aaaa, 2 changes', '0xbbbb…bbbb, 2 changes', '0xcccc…cccc, 1 change'])
  await showPicture()
  const flows = flowsPanel().getByRole('listitem')
  const texts = flows.all().map((flow) => flow.element().textContent.replace(/\s+/g, ' '))
  expect(texts).toEqual([
    expect.stringMatching(/0xaaaa…aaaa.*0xbbbb…bbbb.*1.*ETH/),
    expect.stringMatching(/0xaaaa…aaaa.*Validator.*0\.001.*ETH/),
    expect.stringMatching(/0xbbbb…bbbb.*0xaaaa…aaaa.*2\.5.*USD/),
  ])
})

test('a sentence says what was exchanged once all changes are read; its parts lead to what proves them', async () => {
  const { core, router } = await open({ ...MINED, fee: { type: 'actual', value: '1000000000000000' } })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('swap')
  await expect.element(page.getByText(/^Paid/)).not.toBeInTheDocument()
  await core.respond(pageOf(CHANGES))
  const sentence = page.getByText(/^Paid/)
  await expect.element(sentence).toHaveTextContent('Paid 1 ETH and received 2.5 USD at 0xbbbb…bbbb')
  await sentence.getByRole('link', { name: '2.5 USD' }).click()
  expect(router.currentRoute.value.query).toEqual({ tab: 'changes' })
})

test('where the changes do not say who gave to whom, it says so', async () => {
  const { core } = await open({ ...MINED, value: '0' })
  const dollars = (hash: string, change: string) => ({
    ...coinChange(hash, '9', '9', change),
    type: 'token',
    token: USD,
  })
  await core.respond(
    pageOf(
      readStateChanges([
        dollars(SENDER, '-5'),
        dollars(TOKEN, '-7'),
        dollars(RECEIVER, '4'),
        dollars(VALIDATOR, '8'),
      ]),
    ),
  )
  await showPicture()
  const flows = flowsPanel()
  await expect.element(flows.getByText(/do not say who gave\s+USD\s+to whom/)).toBeVisible()
  const texts = flows
    .getByRole('listitem')
    .all()
    .map((flow) => flow.element().textContent)
  expect(texts).toHaveLength(4)
  for (const text of texts) expect(text).toContain('Not known (USD)')
})

test('a token that imitates a well-known one is marked, in the table and among the flows', async () => {
  const { core } = await open(MINED)
  const fake = { ...USD, symbol: 'USD\u0421', name: 'USD Coin' }
  await core.respond(
    pageOf(
      readStateChanges([
        { ...coinChange(SENDER, '0', '2500000', '2500000'), type: 'token', token: fake },
        { ...coinChange(RECEIVER, '2500000', '0', '-2500000'), type: 'token', token: fake },
      ]),
    ),
  )
  const marks = page.getByText('not USDC', { exact: true })
  await expect.poll(() => marks.all()).toHaveLength(2)
  for (const mark of marks.all()) await expect.element(mark).toBeVisible()
  await showPicture()
  await expect.poll(() => marks.all()).toHaveLength(1)
  await expect.element(marks).toBeVisible()
})

test('the picture and the list of flows mark what imitates, as lists do', async () => {
  const { core } = await open(MINED)
  const fake = { ...USD, symbol: 'USD\u0421', name: 'USD Coin' }
  const named = (change: object) => ({ ...change, type: 'token', token: fake })
  const scam = { hash: RECEIVER, name: 'Tether: Treasury', is_scam: true }
  await core.respond(
    pageOf(
      readStateChanges([
        named(coinChange(SENDER, '0', '2500000', '2500000')),
        named({ ...coinChange(RECEIVER, '2500000', '0', '-2500000'), address: scam }),
      ]),
    ),
  )
  await showPicture()
  const panel = flowsPanel()
  const picture = panel.getByRole('img', { name: /^The flows/ }).element()
  expect(picture.textContent).toContain('⚠ scam')
  expect(picture.querySelector('.amount-label')?.textContent).toContain('⚠')
  const row = panel.getByRole('listitem').first()
  await expect.element(row.getByText('scam', { exact: true })).toBeVisible()
  await expect.element(row.getByText('not USDC', { exact: true })).toBeVisible()
})

test('amounts are whole and an NFT’s name is told apart', async () => {
  await page.viewport(1260, 800)
  const { core } = await open(MINED)
  const art = { address_hash: TOKEN, name: 'Harbour Portraits, second series', symbol: 'HP', type: 'ERC-721' }
  const moved = [{ direction: 'from', total: { token_id: '115792089237316195423570985008687907853' } }]
  await core.respond(
    pageOf(
      readStateChanges([
        coinChange(SENDER, '123456789123456789123456', '123456788123456789123456', '-1000000000000000000'),
        coinChange(RECEIVER, '0', '1000000000000000000', '1000000000000000000'),
        {
          ...coinChange(SENDER, '3', '2', ''),
          type: 'token',
          token: art,
          change: moved,
        },
      ]),
    ),
  )
  await expect.element(changesGrid()).toBeVisible()
  const grid = changesGrid().element()
  await expect.poll(() => grid.querySelectorAll('.at-point').length).toBe(9)
  for (const cell of grid.querySelectorAll<HTMLElement>('[role=gridcell].num'))
    expect(cell.scrollWidth, cell.textContent).toBeLessThanOrEqual(cell.clientWidth)
  document.documentElement.dir = 'rtl'
  onTestFinished(() => {
    document.documentElement.removeAttribute('dir')
  })
  const before = grid.querySelector('.balance')?.closest<HTMLElement>('[data-column]')?.dataset.column
  const points = [...grid.querySelectorAll(`[data-column='${before ?? ''}'] > .balance > .whole`)].map(
    (one) => Math.round(one.getBoundingClientRect().right),
  )
  expect(points).toHaveLength(3)
  expect(new Set(points).size, 'from right to left the points meet, too').toBe(1)
  const name = grid.querySelector<HTMLElement>('.nft bdi')!
  expect(name.getBoundingClientRect().width).toBeGreaterThan(60)
  expect(name.lastElementChild?.textContent).toContain('series')
  await page.viewport(1280, 800)
})

test('an address has the menu and the copy of lists, and lights up', async () => {
  const { core } = await open(MINED)
  await core.respond(pageOf(CHANGES))
  const link = page
    .getByRole('definition')
    .getByRole('link', { name: /0xaaaa/ })
    .first()
  await expect.element(link).toHaveAttribute('data-copy', SENDER)
  await expect.element(link).toHaveAttribute('data-address', SENDER)
  await userEvent.hover(link)
  await expect.element(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  await userEvent.click(link, { button: 'right' })
  await expect.element(page.getByRole('menuitem', { name: 'Copy address' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Filter by this' })).not.toBeInTheDocument()
})

test('decoded input: links, a copy per argument, dates and units', async () => {
  const usd = { token: USD, total: [{ value: '2500000', token_id: null }] }
  const { router } = await open({
    ...MINED,
    raw_input: '0x12345678',
    token_transfers: [{ transaction_hash: HASH, log_index: 1, from: null, to: null, ...usd }],
    decoded_input: {
      method_call: 'swap(uint256 amountIn, address to, uint256 deadline)',
      method_id: '12345678',
      parameters: [
        { name: 'amountIn', type: 'uint256', value: '2500000' },
        { name: 'to', type: 'address', value: RECEIVER },
        { name: 'deadline', type: 'uint256', value: '1795478400' },
      ],
    },
  })
  await router.replace({ query: { tab: 'input' } })
  const decoded = page.getByRole('region', { name: 'Decoded' })
  await expect.element(decoded.getByText('2.5 USD')).toBeVisible()
  await expect.element(decoded.getByRole('link', { name: /0xbbbb/ })).toBeVisible()
  expect(decoded.element().querySelector('time')?.getAttribute('datetime')).toBe('2026-11-24T00:00:00.000Z')
  for (const name of ['amountIn', 'to', 'deadline'])
    await expect.element(decoded.getByRole('button', { name: `Copy ${name}` })).toBeInTheDocument()
  // Only the source knows the name, and the contract is not verified, so the name is a guess.
  const name = decoded.element().querySelector('[data-origin]')
  expect(name?.getAttribute('data-origin')).toBe('pack')
  await expect.element(decoded.getByText(/it may be another function/).last()).toBeVisible()
})

test('an ABI dropped onto the input is kept once that is agreed to, and names the call at once', async () => {
  const { core, router } = await open({ ...MINED, raw_input: '0x12345678' })
  await router.replace({ query: { tab: 'input' } })
  await expect.element(page.getByRole('button', { name: 'Add an ABI' })).toBeVisible()
  const kept = {
    id: 1,
    name: 'Vault.json',
    chainId: '1',
    address: RECEIVER,
    functions: 1,
    events: 0,
    errors: 0,
  }
  core.handle('abi.add', () => {
    core.handle('abi.decode', ({ items }) => ({ results: items.map(() => OWN_CALL) }))
    core.emit('abi.changed', [kept])
    return kept
  })
  const data = new DataTransfer()
  data.items.add(new File(['[{}]'], 'Vault.json'))
  const panel = page.getByRole('tabpanel').element().querySelector('.input')
  panel?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  const question = page.getByRole('group', { name: 'Keep the ABI' })
  await expect.element(question.getByText('Vault.json')).toBeVisible()
  expect(core.inputsOf('abi.add')).toEqual([])
  await expect.element(question.getByRole('button', { name: 'Keep for this contract' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Decoded' }).getByText('openVault')).toBeVisible()
  expect(core.inputsOf('abi.add')).toMatchObject([{ name: 'Vault.json', text: '[{}]', address: RECEIVER }])
  await expect.element(question).not.toBeInTheDocument()
})

test('filters by kind and name; a filter without results can be removed', async () => {
  const { core } = await open(MINED)
  await core.respond(pageOf(CHANGES))
  await userEvent.click(page.getByRole('button', { name: 'Tokens 2' }))
  await expect.poll(rowTexts).toHaveLength(2)
  await userEvent.fill(page.getByRole('searchbox', { name: 'Filter' }), SENDER.slice(0, 12))
  await expect.poll(rowTexts).toHaveLength(1)
  await userEvent.click(page.getByRole('button', { name: 'NFTs 0' }))
  await expect.element(page.getByText(/No match among 5/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Show all' }))
  await expect.poll(rowTexts).toHaveLength(5)
})

test('all pages are read before the flows are shown', async () => {
  const { core } = await open(MINED)
  await expect.element(page.getByText('Reading the state changes…')).toBeVisible()
  await core.respond(pageOf(CHANGES.slice(0, 3), 'second'))
  await expect.poll(rowTexts).toHaveLength(3)
  await expect.element(page.getByRole('button', { name: 'Picture' })).not.toBeInTheDocument()
  await expect.poll(() => core.pending).toBe(1)
  await core.respond(pageOf(CHANGES.slice(3)))
  await expect.poll(rowTexts).toHaveLength(5)
  await showPicture()
})

test('an error of the state changes leaves the summary, and a retry reads them', async () => {
  const { core, wrapper } = await open(MINED)
  await core.respond({ code: 'server_error', status: 500, host: 'eth.example' })
  await expect.poll(() => wrapper.text()).toContain('reports an error (500).')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('swap')
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await core.respond(pageOf(CHANGES))
  await expect.poll(rowTexts).toHaveLength(5)
  expect(page.getByRole('alert').query()).toBeNull()
})

test('what it changed in storage is asked of a node, by contract, before and after, and found by typing', async () => {
  const { core, wrapper, router } = await open(MINED)
  const word = (last: string) => `0x${last.padStart(64, '0')}`
  const changed = (path: string | null, before: string, after: string) => ({
    ...{ path, type: 'uint256', kind: path === null ? ('word' as const) : ('value' as const) },
    ...{ slot: word('2'), offset: 0, bytes: 32, isBeyond: false },
    ...{ word: word(after), value: path && after, against: { word: word(before), value: path && before } },
  })
  const at = { node: { host: 'node.example', chainId: '1' }, block: { height: 90, hash: word('1') } }
  core.handle('contract.storageChanges', () => ({
    ...{ outcome: 'read' as const, ...at, omittedSlots: 0, unreadable: [], hasMoreKeys: true },
    contracts: [
      {
        address: `0x${'71'.repeat(20)}`,
        ...{ layoutOf: 'given', unreadFacets: 0, isOnlyNamespaces: false },
        variables: [changed('balances[7]', '4100', '4200')],
      },
      {
        address: `0x${'72'.repeat(20)}`,
        ...{ layoutOf: null, unreadFacets: 2, isOnlyNamespaces: false },
        variables: [changed(null, '5', '6')],
      },
    ],
  }))
  await core.respond(pageOf(CHANGES))
  await userEvent.click(page.getByRole('button', { name: 'Storage' }))
  await expect.poll(() => router.currentRoute.value.query.show).toBe('storage')
  await expect.element(changesGrid()).not.toBeInTheDocument()
  await userEvent.fill(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await userEvent.keyboard('{Enter}')
  const rows = () => wrapper.findAll('.storage-changes tbody tr').map((row) => oneLine(row.text()))
  await expect.poll(rows).toHaveLength(4)
  expect(rows()[1]).toBe('0x2balances[7]uint25641004200')
  expect(rows()[2]).toContain('these are words. Facets whose layouts were not read: 2. Choose a layout')
  expect(wrapper.text()).toContain('Not every word of its calls and logs was tried')
  expect(core.inputsOf('contract.storageChanges')).toEqual([
    { source: 'eth', hash: HASH, rpcUrl: 'http://node.example', layouts: [] },
  ])
  await userEvent.fill(page.getByRole('searchbox', { name: 'Slot, variable or value' }), '4200')
  await expect.poll(rows).toHaveLength(2)
  core.handle('contract.storageChanges', () => ({
    ...{ outcome: 'refused' as const, node: at.node, problem: { kind: 'no_tracer' as const } },
  }))
  await userEvent.click(page.getByRole('button', { name: 'Ask this node' }))
  await expect.poll(() => wrapper.text()).toContain('does not say what a transaction changed')
  await userEvent.click(page.getByRole('button', { name: 'Table' }))
  await expect.poll(rowTexts).toHaveLength(5)
})

test('a pending transaction is polled, without an error for its missing state changes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { core } = await open({ ...MINED, status: null, result: 'pending', block_number: null })
    await core.respond({ code: 'not_found' })
    await expect.element(page.getByText(/It is not in a block yet\./)).toBeVisible()
    expect(page.getByRole('alert').query()).toBeNull()
    const before = core.inputsOf('details.read').length
    vi.advanceTimersByTime(6_000)
    await expect.poll(() => core.inputsOf('details.read').length).toBe(before + 1)
  } finally {
    vi.useRealTimers()
  }
})

test('a transaction that nothing is known of says so', async () => {
  const { core } = await open(fail({ code: 'not_found' }))
  await core.respond({ code: 'not_found' })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('This transaction is not known here')
})

test('the hash of a block leads to the block', async () => {
  const { core, router } = await open(fail({ code: 'not_found' }))
  core.handle('details.read', ({ detail }) =>
    detail === 'block' ? { item: { hash: HASH, height: 7 } } : fail({ code: 'not_found' }),
  )
  await core.respond({ code: 'not_found' })
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/block/${HASH}`)
  expect(core.inputsOf('details.read').at(-1)).toMatchObject({
    detail: 'block',
    params: { block_hash_or_number: HASH },
  })
})

test('an unknown transaction: one button asks the other sources, and says which', async () => {
  const { core } = await open(fail({ code: 'not_found' }))
  core.emit('sources.changed', {
    sources: ['eth', 'base', 'gnosis', 'op'].map((id) => ({ ...instanceView(id), name: `Chain ${id}` })),
    accounts: [],
    current: 'eth',
  })
  await core.respond({ code: 'not_found' })
  const button = page.getByRole('button', { name: 'Ask Chain base, Chain gnosis and Chain op' })
  await expect.element(button).toBeVisible()
  const asked = core.inputsOf('details.read').length
  core.handle('details.read', ({ source }) =>
    source === 'gnosis'
      ? { item: MINED }
      : fail(source === 'op' ? { code: 'timeout', afterMs: 1, host: 'op.example' } : { code: 'not_found' }),
  )
  await userEvent.click(button)
  await expect
    .element(page.getByRole('link', { name: 'Open on Chain gnosis' }))
    .toHaveAttribute('href', `/s/gnosis/tx/${HASH}`)
  await expect.element(page.getByText('Chain base: not known there either.')).toBeVisible()
  await expect.element(page.getByText(/^\s*Chain op: no answer\./)).toBeVisible()
  expect(
    core
      .inputsOf('details.read')
      .slice(asked)
      .map(({ source }) => source),
  ).toEqual(['base', 'gnosis', 'op'])
})

test('an unknown transaction that is to be found on all chains: other sources are asked at once, and those that cost credits once their price is read', async () => {
  const { core, router } = await open(
    fail({ code: 'not_found' }),
    (core) => {
      core.handle('details.read', ({ source, detail }) =>
        source !== 'eth' && detail === 'transaction' ? { item: MINED } : fail({ code: 'not_found' }),
      )
    },
    `/s/eth/tx/${HASH}?ask=all&tab=logs`,
  )
  core.emit('sources.changed', {
    sources: [
      ...[instanceView('eth'), { ...instanceView('gnosis'), name: 'Gnosis' }],
      { ...instanceView('pro:base'), name: 'Base' },
    ],
    ...{ accounts: [], current: 'eth' },
  })
  await core.respond({ code: 'not_found' })
  const link = (name: string) => page.getByRole('link', { name: `Open on ${name}` })
  await expect.element(link('Gnosis')).toHaveAttribute('href', `/s/gnosis/tx/${HASH}`)
  await expect.element(page.getByText(/It costs \d+ credits on Base/)).toBeVisible()
  expect(core.inputsOf('details.read').map(({ source }) => source)).not.toContain('pro:base')
  // A link that is opened again asks nobody.
  expect(router.currentRoute.value.query).toEqual({ tab: 'logs' })
  await userEvent.click(page.getByRole('button', { name: 'Ask Base' }))
  await expect.element(link('Base')).toHaveAttribute('href', `/s/pro:base/tx/${HASH}`)
  await expect.element(link('Gnosis')).toBeVisible()
})

test('unreadable changes: one line for all of them, their JSON below it, and no flows from a part', async () => {
  const { core } = await open(MINED)
  const unread = [1, 2, 3, 4, 5, 6].map((position) => ({
    position,
    path: 'address.hash',
    found: 'missing',
    expected: 'a 0x hash',
    raw: JSON.stringify({ address: { no: position }, change: '1' }),
  }))
  await core.respond({ ...pageOf(CHANGES), unread })
  const line = page.getByText(/6 changes could not be read: address\.hash is missing/)
  await expect.element(line).toBeVisible()
  expect(page.getByText(/could not be read/).elements()).toHaveLength(1)
  await userEvent.click(line)
  const raw = page.getByLabelText('Raw JSON of this list of changes')
  await expect.poll(() => raw.element().textContent).toContain('"no": 6')
  await expect.element(page.getByRole('button', { name: 'Picture' })).not.toBeInTheDocument()
})
