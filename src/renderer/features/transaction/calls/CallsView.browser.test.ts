import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readCallTrace } from '#shared/chain/call-trace.ts'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { fail, type ChainglassError } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import CallsView from './CallsView.vue'

const HASH = `0x${'ab'.repeat(32)}`
const address = (digit: string) => `0x${digit.repeat(40)}`
const TRANSACTION = {
  hash: HASH,
  status: 'ok',
  from: { hash: address('a') },
  to: { hash: address('b'), name: 'Vault' },
} as unknown as Transaction

const frame = (traceAddress: unknown, more: object = {}, to = 'b') => ({
  type: 'call',
  action: {
    callType: 'call',
    from: address('a'),
    to: address(to),
    value: '0x0',
    gas: '0x64',
    input: `0x1234567${to}`,
  },
  result: { gasUsed: '0x0a', output: '0x' },
  traceAddress,
  logs: [],
  ...more,
})

async function open(
  answer: readonly unknown[] | ChainglassError,
  route = `/s/eth/tx/${HASH}?tab=calls`,
  decoded: Decoded | null = null,
) {
  const core = createScriptedCore()
  core.handle('details.read', () =>
    'code' in answer ? fail(answer) : { item: readCallTrace(answer) as never },
  )
  core.handle('abi.decode', ({ items }) => ({ results: items.map(() => decoded) }))
  const mounted = await mountInApp(CallsView, {
    core,
    route,
    props: {
      source: 'eth',
      hash: HASH,
      transaction: TRANSACTION,
      pending: false,
      loading: false,
      changes: [],
      call: undefined,
    },
  })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  return mounted
}

const tree = () => page.getByRole('tree', { name: 'Calls' })
const levels = () =>
  [...tree().element().querySelectorAll('[role=treeitem]')].map((row) => row.getAttribute('aria-level'))
const active = () => tree().element().querySelector('[aria-selected=true]')

test('arrows, letters and * move and open as in any tree', async () => {
  await open([
    frame([]),
    frame([0], {}, 'c'),
    frame([0, 0], {}, 'd'),
    frame([1], {}, 'e'),
    frame([1, 0], {}, 'f'),
  ])
  await expect.element(tree()).toBeVisible()
  ;(tree().element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(active()?.textContent).toContain(`to ${address('c')}`)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(levels).toEqual(['1', '2', '2', '3'])
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.poll(levels).toEqual(['1'])
  await userEvent.keyboard('{ArrowRight}{ArrowRight}*{End}')
  await expect.poll(levels).toEqual(['1', '2', '3', '2', '3'])
  expect(active()?.textContent).toContain(`to ${address('f')}`)
  await userEvent.keyboard('{ArrowLeft}{Home}{Enter}')
  await expect.element(page.getByRole('complementary', { name: 'Call details' })).toBeVisible()
})

test.each([
  ['verified', 1, { contract: address('c') }],
  ['standard', 0, {}],
] as const)(
  'a call named by a contract that is %s: %i links to its line in the source of the code that ran',
  async (origin, count, contract) => {
    const { router } = await open([frame([])], `/s/eth/tx/${HASH}?tab=calls&call=0`, {
      ...{ name: 'take', signature: 'take(uint256 amount)', selector: '0x1234567b', arguments: [] },
      ...{ origin, from: 'Vault', isCertain: true, ...contract },
    } as never)
    await expect.element(tree()).toBeVisible()
    ;(tree().element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const details = page.getByRole('complementary', { name: 'Call details' })
    await expect.element(details.getByRole('heading', { name: /^Function\s*take/ })).toBeVisible()
    const link = details.getByRole('link', { name: 'Show in the source' })
    await expect.poll(() => link.elements()).toHaveLength(count)
    if (count === 0) return
    await userEvent.click(link)
    await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/address/${address('c')}`)
    expect(router.currentRoute.value.query).toEqual({
      tab: 'contract',
      of: address('c'),
      part: 'source',
      item: 'function take',
    })
  },
)

test('the picture of gas: each call as wide as its gas, however narrow, and no wider than its place', async () => {
  const hex = (gas: number) => ({ result: { gasUsed: `0x${gas.toString(16)}`, output: '0x' } })
  const narrow = Array.from({ length: 200 }, (_, at) => frame([at], hex(10)))
  await open([frame([], hex(2_000)), ...narrow])
  const picture = page.getByRole('listbox', { name: 'Gas by call' })
  await expect.element(picture).toBeVisible()
  const element = picture.element()
  const widths = [...element.querySelectorAll('[role=option]')].map(
    (box) => box.getBoundingClientRect().width,
  )
  expect(widths).toHaveLength(201)
  for (const width of widths.slice(1)) expect(width).toBeCloseTo(widths[0]! / 200, 0)
  expect(element.scrollWidth).toBe(element.clientWidth)
})

test('a link to a call chooses it, whatever is folded', async () => {
  const many = Array.from({ length: 500 }, (_, at) => frame(at === 0 ? [] : [0, 0, 0, 0].concat(at)))
  await open(
    [frame([]), frame([0]), frame([0, 0]), frame([0, 0, 0]), frame([0, 0, 0, 0]), ...many.slice(1)],
    `/s/eth/tx/${HASH}?tab=calls&call=300`,
  )
  await expect.poll(() => active()?.getAttribute('aria-level')).toBe('6')
  await expect.element(tree()).toHaveFocus()
})

test('an odd trace: what is missing is said, and everything else is there', async () => {
  await open([frame([]), null, 7, frame([3, 2]), frame('x'), frame([3, 2])])
  await expect.element(page.getByText('2 calls could not be read.')).toBeVisible()
  await expect
    .element(page.getByText(/^Of 3 calls the trace does not give the call around them/))
    .toBeVisible()
  await expect.poll(levels).toEqual(['1', '2', '2', '2'])
})

test('without a trace: internal transactions, and what they leave out; again on demand', async () => {
  const { core } = await open({ code: 'server_error', status: 501, serverMessage: 'Service is disabled' })
  await expect
    .poll(() => core.inputsOf('lists.page').map(({ list }) => list))
    .toEqual(['transaction-internal-transactions'])
  const item = {
    transaction_hash: HASH,
    index: 1,
    type: 'call',
    from: { hash: address('b') },
    to: { hash: address('c') },
  }
  await core.respond({ items: [item] as never, keys: ['1'], unread: [], next: null })
  await expect.poll(levels).toEqual(['1', '2'])
  await expect.element(page.getByText(/They leave out inputs/)).toBeVisible()
  core.handle('details.read', () => ({
    item: readCallTrace([frame([]), frame([0]), frame([0, 0])]) as never,
  }))
  await userEvent.click(page.getByRole('button', { name: 'Try the trace again' }))
  await expect.poll(levels).toEqual(['1', '2', '3'])
})

test('a source that is away is no source without traces', async () => {
  const { core } = await open({ code: 'timeout', afterMs: 1, host: 'eth.example' })
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(core.inputsOf('lists.page')).toEqual([])
})

test('logs that the trace does not place: where only one call can have made them, or said to be not known', async () => {
  const plain = ({ logs: _logs, ...rest }: ReturnType<typeof frame>) => rest
  const { core } = await open(
    [frame([]), frame([0], {}, 'c'), frame([1], {}, 'd'), frame([2], {}, 'd')].map(plain),
  )
  await expect.poll(() => core.inputsOf('lists.page').map(({ list }) => list)).toContain('transaction-logs')
  const log = (digit: string, index: number) => ({
    transaction_hash: HASH,
    index,
    address: { hash: address(digit) },
    topics: [],
    data: '0x',
  })
  const logs = { items: [log('c', 0), log('d', 1)] as never, keys: ['0', '1'], unread: [], next: null }
  const parties = { items: [], keys: [], unread: [], next: null }
  for (const { list } of core.inputsOf('lists.page'))
    await core.respond(list === 'transaction-logs' ? logs : parties)
  await expect.poll(levels).toEqual(['1', '2', '3', '2', '2'])
  await expect.element(page.getByText(/Of 1 log it is not known which call made it/)).toBeVisible()
})
