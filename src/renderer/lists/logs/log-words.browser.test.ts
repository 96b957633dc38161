/** Logs of a transaction that no ABI describes: their topics and data as words below them. */
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Decoded } from '#shared/abi/decoded.ts'
import { parseSignature, selectorOf } from '#shared/abi/abi-item.ts'
import type { Log } from '#shared/chain/log.ts'
import type { Settings } from '#shared/settings.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import ListView from '../view/ListView.vue'
import { logWords } from './log-words.ts'

const HASH = `0x${'1'.repeat(64)}`
const VAULT = `0x${'a'.repeat(40)}`
const EVENT = `0x${'d'.repeat(64)}`
const KEPT = `${VAULT} ${EVENT}`
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const ADDRESS = 0xd8da6bf26964af9d7eed9e03e53415d37aa96045n
const TEXT = '52656e7420666f72206e6f76656d626572'.padEnd(64, '0')

const log = (index: number, more: Partial<Log> = {}): Log => ({
  transaction_hash: HASH,
  index,
  block_number: 1,
  address: { hash: VAULT, name: 'Vault' },
  topics: [EVENT, `0x${word(ADDRESS)}`],
  data: `0x${word(1_500_000_000_000_000_000n)}${word(64n)}${word(17n)}${TEXT}`,
  ...more,
})
const LOGS = [log(0), log(1, { topics: [`0x${'e'.repeat(64)}`], data: '0x' }), log(2)]

const PAUSED: Decoded = {
  ...{ name: 'Paused', signature: 'Paused(address by)', selector: `0x${'e'.repeat(64)}` },
  ...{ origin: 'standard', from: 'ERC-20', isCertain: true },
  arguments: [{ name: 'by', type: 'address', value: VAULT }],
}
type Results = readonly (Decoded | null)[]

async function open({
  width = 1200,
  settings = {},
  logs = LOGS,
  count = 10,
  bySource = (local) => local,
}: {
  width?: number
  settings?: Settings
  logs?: readonly Log[]
  count?: number
  /** What the source's own ABIs make of what is known without them. */
  bySource?: (local: Results) => Results | Promise<Results>
} = {}) {
  await page.viewport(width, 700)
  const core = createScriptedCore()
  core.handle('abi.decode', async ({ items, askSource }) => {
    const local = items.map((item) => (item.kind === 'log' && item.data === '0x' ? PAUSED : null))
    return { results: askSource ? await bySource(local) : local }
  })
  const changes: Settings[] = []
  core.handle('settings.change', (change) => {
    changes.push(change)
    return { ...settings, ...change }
  })
  const mounted = await mountInApp(ListView, {
    core,
    props: {
      ...{ source: 'eth', list: 'transaction-logs', params: { transaction_hash: HASH }, filters: {} },
    },
    route: `/s/eth/tx/${HASH}`,
  })
  core.emit('settings.changed', settings)
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  await core.respond({
    items: logs,
    keys: logs.map(({ index }) => String(index)),
    unread: [],
    next: null,
  })
  await expect.poll(() => lines().length).toBe(count)
  return { ...mounted, changes }
}
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const lines = () => [...document.querySelectorAll<HTMLElement>('.data-grid .word')]
const rows = () => [...document.querySelectorAll<HTMLElement>('.data-grid [data-index]')]
const height = (element: HTMLElement | undefined) => element?.getBoundingClientRect().height
const kinds = (line: number) => page.getByRole('radiogroup').nth(line)
const chosen = (line: number) =>
  lines()[line]?.querySelector('[role=radio][aria-checked=true]')?.textContent.trim()
const value = (line: number) => lines()[line]?.querySelector('.value')?.textContent.trim()

test('each word stands in a line of 28 below its log, with where it is, what it may be and why', async () => {
  await open()
  expect(rows().map(height)).toEqual([34 + 5 * 28 + 8, 34, 34 + 5 * 28 + 8])
  expect(rows().map((row) => row.offsetTop)).toEqual([0, 182, 216])
  expect(lines().slice(0, 5).map(height)).toEqual([28, 28, 28, 28, 28])
  const texts = lines()
    .slice(0, 5)
    .map((line) => ['.place', '.value', '.why'].map((part) => line.querySelector(part)?.textContent.trim()))
  expect(texts).toEqual([
    ['topic 1', expect.stringMatching(/^0xd8dA\w*…\w*6045$/), 'indexed; looks like an address'],
    ['0x00', '1,500,000,000,000,000,000 = 1.5 × 10¹⁸', ''],
    ['0x20', '64', 'where 0x40 begins'],
    ['0x40', '17', 'length of what follows'],
    ['0x60', 'Rent for november', '17 bytes, whole'],
  ])
  expect([0, 1, 2, 3, 4].map(chosen)).toEqual(['address', 'number', 'number', 'number', 'text'])
  const unlikely = [...(lines()[1]?.querySelectorAll('.unlikely') ?? [])].map(({ textContent }) =>
    textContent.trim(),
  )
  expect(unlikely).toEqual(['address', 'text', 'time'])
})

test('of long data the first 64 words are shown, and how many follow', async () => {
  const data = `0x${word(2_560n)}${word(1n).repeat(99)}`
  await open({ logs: [log(0, { data }), log(1, { data: `0x${word(1n).repeat(64)}` })], count: 66 + 65 })
  expect(rows().map(height)).toEqual([34 + 66 * 28 + 8, 34 + 65 * 28 + 8])
  expect(lines()[1]?.querySelector('.why')?.textContent).toBe('where 0xa00 begins')
  expect([64, 65].map((at) => lines()[at]?.textContent.trim())).toEqual([
    expect.stringMatching(/^0x7e0/),
    '36 further words',
  ])
})

test('the height of a log is known without reading its words, which a grid asks of every log', () => {
  const { heightOf } = logWords({ decodedLog: () => null } as unknown as CellContext)
  const heights = (more: Partial<Log>) => heightOf({ kind: 'item', key: '0', item: log(0, more) })
  const read = vi.spyOn(globalThis, 'BigInt')
  expect(heights({})).toBe(5 * 28 + 8)
  expect(heights({ topics: null, data: null })).toBe(0)
  expect(heights({ topics: [EVENT, '0x'], data: `0x${word(1n)}ab` })).toBe(2 * 28 + 8)
  expect(heights({ topics: [EVENT], data: `0x${word(1n).repeat(100)}` })).toBe(65 * 28 + 8)
  expect(read).not.toHaveBeenCalled()
})

test('a log does not unfold before the source was asked, and not at all where its ABI describes it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise, resolve } = Promise.withResolvers<Results>()
  const logs = [...LOGS.slice(0, 2), log(2, { data: `0x${word(1n)}` })]
  await open({ logs, count: 0, bySource: () => promise })
  await expect.poll(() => rows().map((row) => row.dataset.index)).toEqual(['1'])
  expect(lines()).toEqual([])
  resolve([PAUSED, PAUSED, null])
  await expect.poll(() => rows().map(height)).toEqual([34, 34, 34 + 2 * 28 + 8])
})

test('a source that does not answer does not hold back a log for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await open({ count: 0, bySource: () => new Promise<never>(() => undefined) })
  await expect.poll(() => rows().map((row) => row.dataset.index)).toEqual(['1'])
  vi.advanceTimersByTime(2_000)
  await expect.poll(() => rows().map(height)).toEqual([34 + 5 * 28 + 8, 34, 34 + 5 * 28 + 8])
})

test('a word is read as another kind by a click or by R, and the choice is kept by code and slot', async () => {
  const { changes } = await open()
  await userEvent.click(kinds(1).getByRole('radio', { name: 'hex' }))
  expect(chosen(1)).toBe('hex')
  expect(value(1)).toBe('0x0000000000…0d7b160000')
  expect(changes.at(-1)).toEqual({ words: { [`${KEPT} 0x00`]: 'hex' } })
  // The same slot of the other log of this code.
  expect(chosen(6)).toBe('hex')
  await userEvent.keyboard('r')
  expect(chosen(1)).toBe('address')
  expect(changes.at(-1)).toEqual({ words: { [`${KEPT} 0x00`]: 'address' } })
  await userEvent.keyboard('{ArrowDown}r')
  expect(changes.at(-1)?.words).toMatchObject({ [`${KEPT} 0x20`]: 'hex' })
})

test('the toolbar reads all words as hex, and as the best guess or the kept choice again', async () => {
  const { changes } = await open({ settings: { words: { [`${KEPT} 0x20`]: 'time' } } })
  expect(chosen(2)).toBe('time')
  await userEvent.click(page.getByRole('button', { name: 'hex', exact: true }))
  expect(changes.at(-1)).toEqual({ hexWords: true })
  expect([0, 1, 2, 3, 4].map(chosen)).toEqual(['hex', 'hex', 'hex', 'hex', 'hex'])
  await userEvent.click(page.getByRole('button', { name: 'best guess', exact: true }))
  expect([0, 1, 2, 3, 4].map(chosen)).toEqual(['address', 'number', 'time', 'number', 'text'])
})

test('a log that no ABI describes offers to add one, says whether it names the event, and is named at once', async () => {
  const signature = 'event Rented(address indexed who, uint256 price)'
  const topics = [selectorOf(parseSignature(signature)!), `0x${word(ADDRESS)}`]
  // One that does not say which event it is can't be named.
  const anonymous = log(2, { topics: [], data: `0x${word(1n)}` })
  const { core } = await open({
    logs: [log(0), log(1, { topics, data: `0x${word(5n)}` }), anonymous],
    count: 5 + 2 + 1,
  })
  const offers = page.getByRole('button', { name: 'Add an ABI' })
  expect(offers.elements()).toHaveLength(2)
  const [offer, row] = [offers.nth(1).element(), rows()[1]!].map((one) => one.getBoundingClientRect())
  expect(offer!.top).toBeGreaterThanOrEqual(row!.top)
  expect(offer!.bottom).toBeLessThanOrEqual(row!.top + 34)
  expect(row!.right - offer!.right).toBe(16)
  await userEvent.click(offers.nth(1))
  const field = page.getByRole('textbox', { name: 'ABI, artifact or signatures' })
  const question = page.getByRole('group', { name: 'Keep the ABI' })
  const asked = () => question.query()?.textContent
  const read = async (text: string) => {
    await userEvent.fill(field, text)
    await userEvent.click(page.getByRole('button', { name: 'Read it' }))
  }
  await read('event Rented(address who, uint256 price)\nevent Other()')
  await expect.poll(asked).toContain('but this log is not of these types')
  await userEvent.keyboard('{Escape}')
  await read('event Other()')
  await expect.poll(asked).toContain(`nothing for this event, ${topics[0]!.slice(0, 6)}`)
  await userEvent.keyboard('{Escape}')
  await read(signature)
  await expect.poll(asked).toContain('It names this event: Rented(address indexed who, uint256 price)')
  core.handle('abi.add', ({ name }) => {
    core.handle('abi.decode', ({ items }) => ({ results: items.map(() => PAUSED) }))
    const kept = { id: 1, name, chainId: '1', address: VAULT, functions: 0, events: 1, errors: 0 }
    core.emit('abi.changed', [kept])
    return kept
  })
  await userEvent.click(page.getByRole('button', { name: 'Keep for this contract' }))
  await expect.poll(() => lines().length).toBe(0)
  expect(core.inputsOf('abi.add')).toMatchObject([{ text: signature, address: VAULT }])
  await expect.element(question).not.toBeInTheDocument()
})

test('the grid has the focus once the log is named, where a person kept the ABI by keyboard', async () => {
  const signature = 'event Rented(address indexed who, uint256 price)'
  const topics = [selectorOf(parseSignature(signature)!), `0x${word(ADDRESS)}`]
  const { core } = await open({ logs: [log(0, { topics, data: `0x${word(5n)}` })], count: 2 })
  core.handle('abi.add', ({ name }) => {
    core.handle('abi.decode', ({ items }) => ({ results: items.map(() => PAUSED) }))
    const kept = { id: 1, name, chainId: '1', address: VAULT, functions: 0, events: 1, errors: 0 }
    core.emit('abi.changed', [kept])
    return kept
  })
  await userEvent.click(page.getByRole('button', { name: 'Add an ABI' }))
  await userEvent.fill(page.getByRole('textbox', { name: 'ABI, artifact or signatures' }), signature)
  await userEvent.click(page.getByRole('button', { name: 'Read it' }))
  await expect.element(page.getByRole('button', { name: 'Keep for this contract' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => lines().length).toBe(0)
  await expect.element(page.getByRole('grid')).toHaveFocus()
})

test('text that a person has pasted is there again after its log was scrolled away', async () => {
  const logs = Array.from({ length: 99 }, (_, index) => log(index, index > 0 ? { data: '0x' } : {}))
  await open({ logs, count: 5 })
  const field = page.getByRole('textbox', { name: 'ABI, artifact or signatures' })
  const offer = page.getByRole('button', { name: 'Add an ABI' })
  await userEvent.click(offer)
  await userEvent.fill(field, 'event Rented(')
  const grid = page.getByRole('grid')
  grid.element().scrollTop = 2_000
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(grid).toHaveFocus()
  grid.element().scrollTop = 0
  await expect.poll(() => rows()[0]?.dataset.index).toBe('0')
  await userEvent.click(offer)
  await expect.element(field).toHaveValue('event Rented(')
})

test('in a narrow pane arguments stand on the second line, and one button of a word takes the next kind', async () => {
  await open({ width: 400 })
  const [first, second] = rows()[1]?.querySelectorAll<HTMLElement>('.line') ?? []
  expect(first?.textContent).toContain('Paused')
  expect(second?.textContent).toContain('by')
  expect(rows().map(height)).toEqual([50 + 5 * 28 + 8, 50, 50 + 5 * 28 + 8])
  const seen = [...(lines()[1]?.querySelectorAll('[role=radio]') ?? [])].filter((one) =>
    one.checkVisibility(),
  )
  expect(seen).toHaveLength(1)
  await userEvent.click(seen[0]!)
  expect(chosen(1)).toBe('hex')
})
