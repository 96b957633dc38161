import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { CheckedRow, ComparedRows, Finding } from '#shared/rpc/contract/check.ts'
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import { chooseView } from '#renderer/testing/choose-view.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import ListView from '../view/ListView.vue'

const OWN = `0x${'a'.repeat(40)}`
const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const ITEM = 'Check rows against a node or source'
const NODE = { host: 'node.example', chainId: '1' }

const transactions = (count: number): Page<ListItem> => {
  const numbers = Array.from({ length: count }, (_, n) => n)
  return {
    items: numbers.map((n) => ({
      ...{ hash: hashOf(n), status: 'ok', block_number: 1_000 - n, timestamp: '2026-01-01T00:00:00Z' },
      ...{ from: { hash: OWN }, to: { hash: `0x${'b'.repeat(40)}` }, value: String(n) },
    })),
    ...{ keys: numbers.map(hashOf), unread: [], next: null },
  }
}

const field = (state: 'proven' | 'agrees'): Finding => ({
  ...{ part: 'transaction', row: null, field: 'nonce', state, source: '7' },
})
const LIE: Finding = {
  ...{ part: 'transaction', row: null, field: 'value', state: 'differs', source: '2', other: '3' },
}
const findingsOf = (n: number): readonly Finding[] =>
  n === 2
    ? [field('proven'), LIE]
    : n === 1
      ? [field('agrees')]
      : n === 3
        ? [
            {
              part: 'transaction',
              row: null,
              field: null,
              state: 'unchecked',
              source: null,
              reason: 'not_given',
            },
          ]
        : [field('proven')]
const checkedRow = (n: number): CheckedRow => ({
  ...{ key: hashOf(n), height: 1_000 - n, block: null, findings: findingsOf(n) },
})
const answerOf = ({ found: { offset, limit } }: CallInput<'check.loaded'>): CallOutput<'check.loaded'> => ({
  ...{ outcome: 'checked', node: NODE, unread: 0 },
  rows: Array.from({ length: limit }, (_, at) => checkedRow(offset + at)),
})

async function open(count = 5, { list = 'address-transactions', kind = 'instance' } = {}) {
  const core = createScriptedCore()
  await mountInApp(ListView, {
    core,
    props: { ...{ source: 'eth', list, params: { address_hash: OWN } }, filters: {}, ownAddress: OWN },
    route: `/s/eth/address/${OWN}`,
  })
  core.emit('sources.changed', {
    sources: [instanceView('eth', { chainId: '1', kind: kind as 'instance' })],
    ...{ accounts: [], current: 'eth' },
  })
  await core.respond(transactions(count))
  return core
}
const url = () => page.getByRole('textbox', { name: 'URL of a node' })
const form = () => page.getByRole('form', { name: ITEM })
const rowOf = (n: number) => document.querySelector<HTMLElement>(`[role=row][data-index="${String(n)}"]`)!
const markOf = (n: number) => rowOf(n).querySelector<HTMLElement>('.check-mark')?.innerText.trim()

async function check(core: Awaited<ReturnType<typeof open>>) {
  await chooseView(ITEM)
  await userEvent.fill(url(), 'https://node.example')
  core.handle('check.loaded', answerOf)
  await userEvent.keyboard('{Enter}')
}

test('each loaded row says in words what came of it, and the drawer both values', async () => {
  const core = await open()
  await check(core)
  await expect
    .element(form().getByRole('status'))
    .toHaveTextContent('2 rows proven, 1 agrees, 1 differs, 1 can’t be checked. Held against node.example.')
  expect([0, 1, 2, 3, 4].map(markOf)).toEqual(['proven', 'agrees', 'differs', 'can’t be checked', 'proven'])
  expect(core.inputsOf('check.loaded')).toMatchObject([
    { rpcUrl: 'https://node.example', found: { scope: { list: 'address-transactions' }, offset: 0 } },
  ])
  expect(rowOf(2).querySelectorAll('*').length).toBeLessThanOrEqual(20)
  rowOf(2).querySelector<HTMLElement>('.check-mark')!.click()
  const fields = () =>
    document.querySelector('.drawer .checked-fields')?.textContent.replaceAll(/\s+/g, ' ').trim()
  await expect
    .poll(fields)
    .toBe('1 of 2 fields proven or agree, 1 differs.valueThe source says 2The node says 3')
})

test('a node that was typed before is asked only when a person says so', async () => {
  const core = await open()
  await check(core)
  await expect.poll(() => markOf(2)).toBe('differs')
  const { length } = core.inputsOf('check.loaded')
  await userEvent.click(form().getByRole('button', { name: 'Close' }))
  await chooseView(ITEM)
  await expect.element(url()).toHaveValue('https://node.example')
  expect(markOf(2)).toBe('')
  expect(core.inputsOf('check.loaded')).toHaveLength(length)
})

test('a row that has moved to another block since has no mark, and its drawer no findings', async () => {
  const core = await open()
  await chooseView(ITEM)
  await userEvent.fill(url(), 'https://node.example')
  core.handle('check.loaded', (input) => {
    const answer = answerOf(input)
    if (answer.outcome !== 'checked') return answer
    return { ...answer, rows: answer.rows.map((row, at) => (at === 2 ? { ...row, height: 1 } : row)) }
  })
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => markOf(0)).toBe('proven')
  expect(markOf(2)).toBe('')
  rowOf(2).querySelector<HTMLElement>('.check-mark')!.click()
  await expect.element(page.getByRole('complementary', { name: 'Transaction' })).toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Fields' })).toBeInTheDocument()
  expect(document.querySelector('.drawer .checked-fields')).toBeNull()
})

test('a mark has its place before it comes: no row and no cell moves', async () => {
  const core = await open()
  await chooseView(ITEM)
  await expect.element(url()).toBeVisible()
  await expect
    .element(form().getByRole('status'))
    .toHaveTextContent('No node of this chain is followed: add yours as a source. Sources')
  const places = () =>
    [...document.querySelectorAll('.r [role=gridcell]')].map((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect()
      return [x, y, width, height].map(Math.round)
    })
  const before = places()
  const bar = form().element().getBoundingClientRect().height
  await userEvent.fill(url(), 'https://node.example')
  core.handle('check.loaded', answerOf)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => markOf(2)).toBe('differs')
  expect(places()).toEqual(before)
  expect(form().element().getBoundingClientRect().height).toBe(bar)
})

test('rows are sent in parts, the progress is said, and a stop keeps what was found', async () => {
  const core = await open(60)
  await chooseView(ITEM)
  await userEvent.fill(url(), 'https://node.example')
  const second = Promise.withResolvers<undefined>()
  core.handle('check.loaded', async (input) => {
    if (input.found.offset > 0) await second.promise
    return answerOf(input)
  })
  await userEvent.keyboard('{Enter}')
  await expect.element(form().getByRole('status')).toHaveTextContent('25 of 60 rows checked')
  await userEvent.click(page.getByRole('button', { name: 'Stop' }))
  second.resolve(undefined)
  await expect
    .element(form().getByRole('status'))
    .toHaveTextContent(
      '22 rows proven, 1 agrees, 1 differs, 1 can’t be checked. Held against node.example. Only the first 25 rows were checked.',
    )
  expect(markOf(2)).toBe('differs')
  await userEvent.click(form().getByRole('button', { name: 'Close' }))
  await expect.element(form()).not.toBeInTheDocument()
  expect(markOf(2)).toBeUndefined()
})

test('many rows are counted readably, and that no block could be proven is said', async () => {
  const core = await open(1_000)
  await chooseView(ITEM)
  await userEvent.fill(url(), 'https://node.example')
  core.handle('check.loaded', ({ found: { offset, limit } }) => ({
    ...{ outcome: 'checked' as const, node: NODE, unread: 0 },
    rows: Array.from({ length: limit }, (_, at) => ({
      ...checkedRow(offset + at),
      block: { height: 1_000 - offset - at, hash: hashOf(offset + at), isProven: false },
      findings: [field('agrees')],
    })),
  }))
  await userEvent.keyboard('{Enter}')
  await expect
    .element(form().getByRole('status'))
    .toHaveTextContent(
      '1,000 agree. Held against node.example. Chainglass does not know how this chain hashes its blocks. Fields that only a block hash can prove are said to agree.',
    )
})

test('of a node that lies, nothing is shown; one that can’t be asked is said so', async () => {
  const core = await open(60)
  await chooseView(ITEM)
  await userEvent.fill(url(), 'https://node.example')
  core.handle('check.loaded', (input) =>
    input.found.offset === 0
      ? answerOf(input)
      : { outcome: 'refused' as const, node: NODE, problem: { kind: 'lies', what: 'header' } as const },
  )
  await userEvent.keyboard('{Enter}')
  await expect
    .element(form().getByRole('status'))
    .toHaveTextContent(
      'What node.example gives as the block’s header does not hash to what it says it hashes to: nothing it says counts.',
    )
  expect(markOf(0)).toBe('')
  core.handle('check.loaded', () => ({
    outcome: 'refused' as const,
    node: NODE,
    problem: { kind: 'timeout' } as const,
  }))
  await userEvent.click(form().getByRole('button', { name: 'Check' }))
  await expect.element(form().getByRole('status')).toHaveTextContent('node.example did not answer in time.')
})

test.each([
  ['the sample chain', { kind: 'sample' }],
  ['rows that no node has', { list: 'address-tokens' }],
])('%s can’t be checked', async (_, of) => {
  await open(0, of)
  await userEvent.click(page.getByRole('button', { name: /^View/ }))
  await expect.element(page.getByRole('menu').getByText('Totals')).toBeInTheDocument()
  await expect.element(page.getByText(ITEM)).not.toBeInTheDocument()
})

test('rows of a watched address that a check in the background found to differ have their mark and both values', async () => {
  const core = await open()
  const entry = {
    ...{ id: 7, address: OWN, chainId: null, label: 'Mine', colour: null, groups: [] },
    ...{ watched: true, hasNote: false, position: 1 },
  }
  core.emit('watchlist.changed', { revision: 1, all: [entry], more: false })
  core.handle('activity.checkedRows', () => [checkedRow(2), { ...checkedRow(4), findings: [LIE], height: 1 }])
  const counts = { transactions: 0, transfers: 0, internal: 0, more: false, polledAt: '2026-01-01T00:00:00Z' }
  const checked = { proven: 0, agrees: 0, differs: 2, unchecked: 0, node: NODE, problem: null }
  const item = { id: 7, source: 'eth', ...counts }
  const emit = (differing: readonly string[]) => {
    core.emit('activity.changed', {
      items: [{ ...item, checked: { ...checked, differing } }],
      ...{ polling: 'on', since: null },
    })
  }
  emit([hashOf(2), hashOf(4)])
  await expect.poll(() => markOf(2)).toBe('differs')
  // One has moved to another block, of the others nothing is known.
  expect([0, 1, 3, 4].map(markOf)).toEqual(['', '', '', ''])
  rowOf(2).querySelector<HTMLElement>('.check-mark')!.click()
  const fields = () => document.querySelector('.drawer .checked-fields')?.textContent
  await expect.poll(fields).toContain('The node says')
  emit([])
  await expect.poll(() => markOf(2)).toBeUndefined()
})

test('another source can be chosen in place of a node: both values, rows that only it has, and what was not compared', async () => {
  const core = await open()
  core.emit('sources.changed', {
    sources: ['eth', 'two'].map((id) => ({ ...instanceView(id, { chainId: '1' }), name: `Source ${id}` })),
    ...{ accounts: [], current: 'eth' },
  })
  const absent: CheckedRow = {
    ...{ key: hashOf(9), height: 990, block: null },
    findings: [
      { part: 'transaction', row: null, field: null, state: 'differs', source: null, other: hashOf(9) },
    ],
  }
  core.handle('check.sourceRows', (): ComparedRows => ({
    // The third is another id of the transfer of the second.
    rows: [
      ...[checkedRow(0), checkedRow(2), { ...checkedRow(2), findings: checkedRow(0).findings }, absent],
      { ...checkedRow(3), findings: [{ ...LIE, source: null }] },
    ],
    ...{ notCompared: 2, unread: 0, isWhole: false, hasGap: false, notices: [[], []] },
  }))
  await chooseView(ITEM)
  await form().getByRole('combobox', { name: 'Held against' }).selectOptions('two')
  await expect.element(url()).not.toBeInTheDocument()
  await form().getByRole('button', { name: 'Check' }).click()
  await expect
    .element(form().getByRole('status'))
    .toHaveTextContent(
      '1 row proven, 2 differ. Held against Source two. Only Source two has 1 row. 2 rows were not compared: Source two may have them, too. Not all rows were read.',
    )
  expect(core.inputsOf('check.sourceRows')).toEqual([
    {
      ...{ source: 'eth', other: 'two', list: 'address-transactions', filters: {} },
      params: { address_hash: OWN },
    },
  ])
  await expect.element(form().getByRole('listitem')).toHaveTextContent(hashOf(9))
  expect([markOf(1), markOf(2)]).toEqual(['', 'differs'])
  rowOf(2).querySelector<HTMLElement>('.check-mark')!.click()
  const fields = () => document.querySelector('.drawer .checked-fields')?.textContent
  await expect.poll(fields).toContain('Source two says')
})
