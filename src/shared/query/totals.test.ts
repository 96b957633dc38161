import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Resource } from '../lists/list-endpoint.ts'
import type { TokenTransfer } from '../chain/token.ts'
import type { Transaction } from '../chain/transaction.ts'
import { coinFactsOf } from '../coin-facts.ts'
import { compileQuery } from './compile-query.ts'
import { parseQuery } from './parse-query.ts'
import type { RowContext } from './row-fields.ts'
import { countTotals, groupingsFor, GROUPINGS, type Group, type Grouping } from './totals.ts'

const OWN = `0x${'a'.repeat(40)}`
const OTHER = `0x${'B'.repeat(40)}`
const context: RowContext = {
  ownAddress: OWN,
  ownToken: undefined,
  coin: { symbol: 'ETH', decimals: 18 },
  labels: new Map(),
  zone: 'utc',
}
const dayOf = (time: string) => time.slice(0, 10)
const count = (resource: Resource, rows: readonly object[], grouping?: Grouping, of = context) => {
  const counter = countTotals(resource, of, grouping, dayOf)
  for (const row of rows) counter.add(row)
  return counter
}

test('sums are exact, by asset and direction; what failed moved nothing; fees count all the same', () => {
  const MAX = (2n ** 256n - 1n).toString()
  const row = (more: Partial<Transaction>): Transaction => ({
    hash: '0x1',
    from: { hash: OWN },
    to: { hash: OTHER },
    value: MAX,
    fee: { value: '3' },
    status: 'ok',
    block_number: 1,
    ...more,
  })
  const { totals } = count('transaction', [
    row({ timestamp: '2025-02-01T00:00:00Z' }),
    row({ from: { hash: OTHER }, to: { hash: OWN }, value: '1', timestamp: '2025-01-01T00:00:00Z' }),
    row({ to: { hash: OWN }, value: '5' }),
    row({ status: 'error', value: '7' }),
  ])
  expect(totals).toMatchObject({
    rows: 4,
    failed: 1,
    first: '2025-01-01T00:00:00Z',
    last: '2025-02-01T00:00:00Z',
    fees: 12n,
  })
  expect([...totals.sums.values()]).toEqual([
    { token: null, decimals: 18, rows: 3, sum: 2n ** 256n + 5n, in: 6n, out: 2n ** 256n + 4n },
  ])
})

test('a call that moves nothing is in no sum; a fee that several rows have is counted once', () => {
  const call = (type: string) => ({
    type,
    value: '5',
    success: true,
    from: { hash: OWN },
    to: { hash: OTHER },
  })
  const calls = ['call', 'delegatecall', 'callcode', 'staticcall', 'create'].map(call)
  const sums = [...count('internal-transaction', calls).totals.sums.values()]
  expect(sums).toMatchObject([{ rows: 2, sum: 10n, out: 10n }])

  const row = (more: object) => ({ hash: '0x1', fee: '7', from: { hash: OWN }, total: [], ...more })
  const { totals } = count('advanced-filter', [
    row({ value: '1' }),
    row({ token_transfer_index: 3 }),
    row({ internal_transaction_index: 0, value: '2' }),
  ])
  expect(totals).toMatchObject({ rows: 3, fees: 7n })
})

test('what an address sent to itself leads to just those rows', () => {
  const row = (to: string) => ({ hash: '0x1', from: { hash: OWN }, to: { hash: to }, value: '1' })
  const rows = [row(OWN), row(OTHER), row(OTHER)]
  const { groups } = count('transaction', rows, 'counterparty')
  for (const { rows: counted, condition } of groups.values()) {
    const fits = compileQuery(parseQuery(condition ?? '').query!, 'transaction', context)
    expect(rows.filter(fits)).toHaveLength(counted)
  }
})

test('a group of rows with one side leads to just its rows', () => {
  const EVENT = `0x${'Ab'.repeat(32)}`
  const log = (address: string, topics: readonly string[], method_call?: string) => ({
    ...{ transaction_hash: '0x1', index: 1, topics, data: '0x' },
    ...{ address: { hash: address }, smart_contract: { hash: OTHER }, decoded: { method_call } },
  })
  const logs = [
    log(OWN, [EVENT, `0x${'c'.repeat(64)}`], 'Swap(uint256 amount)'),
    log(OTHER, [EVENT.toLowerCase()]),
    log(OTHER, [`0x${'c'.repeat(64)}`], 'Swap(uint256)'),
    log(OTHER, []),
  ]
  const withdrawals = [OWN, OWN, OTHER].map((hash) => ({ receiver: { hash }, amount: '1' }))
  const groupsOf = (kind: Resource, rows: readonly object[], grouping: Grouping) =>
    [...count(kind, rows, grouping).groups.values()].map(({ rows: counted, condition }) => {
      const fits = compileQuery(parseQuery(condition ?? '').query!, kind, context)
      expect(rows.filter(fits)).toHaveLength(counted)
      return counted
    })
  expect(groupsOf('log', logs, 'counterparty')).toEqual([1, 3])
  expect(groupsOf('log', logs, 'method')).toEqual([2, 1, 1])
  expect(groupsOf('withdrawal', withdrawals, 'counterparty')).toEqual([2, 1])
})

test('a token is told by its address, whatever it calls itself', () => {
  const transfer = (address: string): TokenTransfer => ({
    transaction_hash: '0x1',
    log_index: 1,
    token: { address_hash: address, symbol: 'USDC', decimals: '6' },
    total: [{ value: '5' }, { value: '2' }],
  })
  const { totals } = count('transfer', [transfer(OTHER), transfer(OTHER.toLowerCase()), transfer(OWN)])
  expect([...totals.sums.values()].map(({ rows, sum }) => [rows, sum])).toEqual([
    [2, 14n],
    [1, 7n],
  ])
})

test('rows are grouped by what they have; without an address of its own a list has no counterparty', () => {
  expect(groupingsFor('transaction', context)).toEqual(['counterparty', 'method', 'day', 'month'])
  expect(groupingsFor('transaction', { ownAddress: undefined })).toEqual(['method', 'day', 'month'])
  expect(groupingsFor('holder', { ownAddress: undefined })).toEqual(['counterparty'])
})

const party = fc.constantFrom(OWN, OTHER, `0x${'c'.repeat(40)}`).map((hash) => ({ hash }))
const transfers: fc.Arbitrary<TokenTransfer> = fc.record({
  transaction_hash: fc.constant('0x1'),
  log_index: fc.constant(1),
  from: party,
  to: party,
  method: fc.constantFrom('swap', 'swap exact', null),
  token: fc.constantFrom(OTHER, OWN).map((address_hash) => ({ address_hash, decimals: '6' })),
  total: fc.array(fc.record({ value: fc.bigInt({ min: -9n, max: 2n ** 200n }).map(String) }), {
    maxLength: 2,
  }),
  timestamp: fc.constantFrom('2025-01-31T23:59:59Z', '2025-02-01T00:00:00Z', null),
})
test.each(GROUPINGS)(
  'groups by %s share out all rows, add up to the totals, and lead to their rows',
  (grouping) => {
    fc.assert(
      fc.property(fc.array(transfers, { maxLength: 30 }), (rows) => {
        const { totals, groups } = count('transfer', rows, grouping)
        const all = [...groups.values()]
        expect(all.reduce((sum, group) => sum + group.rows, 0)).toBe(totals.rows)
        const sumOf = (one: Pick<Group, 'sums'>) =>
          [...one.sums.values()].reduce((sum, asset) => sum + asset.sum, 0n)
        expect(all.reduce((sum, group) => sum + sumOf(group), 0n)).toBe(sumOf(totals))
        for (const { condition, rows: grouped } of all) {
          if (condition === undefined) continue
          const { query } = parseQuery(condition)
          expect(query).not.toBeNull()
          const found = rows.filter(compileQuery(query!, 'transfer', context)).length
          // An address is on either side of a row, also if another one is its counterparty.
          if (grouping === 'counterparty') expect(found).toBeGreaterThanOrEqual(grouped)
          else expect(found).toBe(grouped)
        }
      }),
      { numRuns: 200 },
    )
  },
)

test.each(['42220', '137', '324', '1088', '1284'])('the coin of chain %s is one asset', (chainId) => {
  const of = { ...context, coin: { ...context.coin, ...coinFactsOf(chainId) } }
  const coin = {
    address_hash: of.coin.contract?.toUpperCase().replace('0X', '0x') ?? '',
    symbol: 'C',
    decimals: '18',
  }
  const usdc = { address_hash: OTHER, symbol: 'USDC', decimals: '6' }
  const row = (more: object) => ({ from: { hash: OWN }, to: { hash: OTHER }, total: [], ...more })
  const sumsOf = (resource: Resource, rows: readonly object[], grouping?: Grouping) => {
    const { totals, groups } = count(resource, rows, grouping, of)
    return [totals, ...groups.values()].map(({ sums }) =>
      [...sums.values()].map(({ token, sum }) => [token?.symbol ?? 'coin', sum]),
    )
  }

  // The token's transfers count as the coin's if it stands for the coin.
  const transfers = [coin, usdc, coin].map((token) => row({ token, total: [{ value: '5' }] }))
  expect(sumsOf('transfer', transfers)).toEqual([
    [
      ['coin', 10n],
      ['USDC', 5n],
    ],
  ])
  expect(sumsOf('token-balance', [{ token: coin, value: '7' }])).toEqual([[['coin', 7n]]])

  // Two transfers of 5 and one of 3, each reported by a transaction or a call, and by a log; and 4 reported only by a
  // log.
  const moves = [
    row({ hash: '0x1', value: '5' }),
    row({ hash: '0x1', internal_transaction_index: 1, value: '5' }),
    row({ hash: '0x2', value: '3' }),
    ...[
      ['0x1', '5'],
      ['0x1', '5'],
      ['0x2', '3'],
      ['0x2', '4'],
    ].map(([hash, value], at) => row({ hash, token: coin, token_transfer_index: at, total: [{ value }] })),
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(moves, { minLength: moves.length }), (shuffled) => {
      const [all, ...groups] = sumsOf('advanced-filter', shuffled, 'counterparty')
      expect(all).toEqual([['coin', 17n]])
      expect(groups).toEqual([[['coin', 17n]]])
    }),
  )

  // The change of an address's coins, and the same change reported by the contract.
  const change = { address: { hash: OWN }, change: '-9' }
  expect(sumsOf('state-change', [change, { ...change, token: coin }, { ...change, token: usdc }])).toEqual([
    [
      ['coin', -9n],
      ['USDC', -9n],
    ],
  ])
})
