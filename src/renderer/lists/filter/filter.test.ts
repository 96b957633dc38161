import { describe, expect, test } from 'vitest'
import { parseQuery } from '#shared/query/parse-query.ts'
import { ALL_WORDS } from '#shared/query/words.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { complete } from './complete.ts'
import { conditionOf } from './condition-of.ts'
import { describeFiltered } from './describe-filtered.ts'
import { HELP } from './examples.ts'
import { seenValues } from './seen-values.ts'
import { conditionsOf, replaceCondition, withCondition, withoutCondition } from './with-condition.ts'

const OWN = `0x${'a'.repeat(40)}`
const OTHER = `0x${'b'.repeat(40)}`
const context: RowContext = {
  ownAddress: OWN,
  ownToken: undefined,
  coin: { symbol: 'ETH', decimals: 18 },
  labels: new Map([[OTHER, 'My Treasury']]),
  zone: 'utc',
}
const usdc = (address_hash: string) => ({ address_hash, symbol: 'USDC', decimals: '6' })
const transfer = (more: object = {}) => ({
  transaction_hash: `0x${'1'.repeat(64)}`,
  log_index: 1,
  from: { hash: OWN },
  to: { hash: OTHER },
  token: usdc(OTHER),
  total: [{ value: '5' }],
  timestamp: '2025-03-30T23:30:00Z',
  ...more,
})
const rowsOf = (items: readonly object[]) =>
  items.map((item, at) => ({ kind: 'item', key: String(at), item }) as const)

test('every example of the help is read', () => {
  const examples = HELP.flatMap((section) => section.examples.map(({ text }) => text))
  expect(examples.length).toBeGreaterThan(20)
  for (const text of examples) expect(parseQuery(text).errors, text).toEqual([])
})

describe('completion', () => {
  const values = seenValues(rowsOf([transfer(), transfer({ token: usdc(OWN) })]), 'transfer', context)
  const at = (text: string, caret = text.length) => {
    const { from, to, options } = complete(text, caret, { words: ALL_WORDS, values })
    return [text.slice(from, to), options.map(({ insert }) => insert)] as const
  }
  test.each([
    ['fr', 'fr', ['from:']],
    ['a (am', 'am', ['amount>']],
    ['-sc', 'sc', ['scam ']],
    ['fai', 'fai', ['failed ']],
    ['to:trea', 'trea', ['"My Treasury" ']],
    ['x to:"my t', '"my t', ['"My Treasury" ']],
    ['"in quo', '"in quo', []],
    ['nothing', 'nothing', []],
  ] as const)('%s', (text, typed, inserts) => {
    expect(at(text)).toEqual([typed, inserts])
  })

  test('two tokens of one name are told apart by their address', () => {
    expect(at('token:us')[1]).toEqual([`${OTHER} `, `${OWN} `])
  })
})

describe('conditions', () => {
  const without = (text: string, index: number) => withoutCondition(parseQuery(text).query!, index)
  test('are added and removed, and all else stays', () => {
    expect(conditionsOf(parseQuery('a and -(b or c) in').query!)).toEqual(['a', '-(b or c)', 'in'])
    expect(without('a and b', 0)).toBe('b')
    expect(without('a', 0)).toBe('')
    expect(withCondition('a or b', 'in')).toBe('(a or b) in')
    expect(withCondition('in a', 'a')).toBe('in a')
    expect(withCondition('', 'in')).toBe('in')
    expect(replaceCondition('a in', 'in', 'out')).toBe('a out')
    expect(replaceCondition('in', 'in', undefined)).toBe('')
    expect(replaceCondition('a or b', undefined, 'in')).toBe('(a or b) in')
  })

  test.each([
    ['to', OTHER, '', `to:${OTHER}`],
    ['token', undefined, 'USDC', `token:${OTHER}`],
    ['age', '2025-03-30T23:30:00Z', '', 'on:2025-03-30'],
    ['amount', '0.000005', '', 'amount=0.000005'],
    ['direction', undefined, 'out', 'out'],
    ['kind', undefined, 'token_minting', 'type=token_minting'],
    ['transaction', `0x${'1'.repeat(64)}`, '', `0x${'1'.repeat(64)}`],
    ['elsewhere', OTHER, '', `with:${OTHER}`],
    ['elsewhere', undefined, 'two words', '"two words"'],
    ['elsewhere', undefined, '', undefined],
  ])('a value in the column %s', (column, copy, text, expected) => {
    expect(conditionOf({ item: transfer(), column, copy, text }, 'transfer', context)).toBe(expected)
  })
})

test('a value of a log stands for the contract that logged it, and for its event by hash', () => {
  const event = `0x${'ab'.repeat(32)}`
  const item = {
    ...{ transaction_hash: '0x1', index: 1, topics: [event], data: '0x', address: { hash: OTHER } },
    ...{ smart_contract: { hash: OWN }, decoded: { method_call: 'Swap(uint256 amount)' } },
  }
  const asked = (column: string, copy: string, row: object = item) =>
    conditionOf({ item: row, column, copy, text: '' }, 'log', context)
  expect(asked('contract', OTHER)).toBe(`from:${OTHER}`)
  expect(asked('event', 'Swap')).toBe(`method:${event}`)
  expect(asked('event', 'Swap', { ...item, topics: null })).toBe('method=Swap')
})

test('what is left is said, and of how many', () => {
  const list = (isWhole: boolean, count: number, shown: number) =>
    ({ shown: { count: shown }, snapshot: { count, isWhole }, isAnswered: true }) as never
  expect(describeFiltered(list(false, 12_400, 1_204), 48_211)).toBe(
    '1,204 of 12,400 rows read match; 48,211 exist',
  )
  expect(describeFiltered(list(false, 50, 1), undefined)).toBe('1 of 50 rows read match')
  expect(describeFiltered(list(true, 22, 9), 22)).toBe('9 of 22 rows match')
})
