import { expect, test } from 'vitest'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { LIST_ITEMS } from '#shared/lists/list-items.ts'
import { listEndpoint, LIST_IDS } from '#shared/lists/list-table.ts'
import { ownersOf, withOwners } from '#shared/lists/merged-lists.ts'
import {
  exampleAddress,
  exampleHash,
  exampleTransaction,
  exampleTransfer,
  exampleWithdrawal,
} from '#shared/lists/testing/example-items.ts'
import { sortValue } from '#shared/query/sort.ts'
import { compareValues, type SortValue } from '#shared/query/sort-values.ts'
import { sourceDecoded } from '#renderer/entities/abi/source-decoded.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { exampleContext } from '#renderer/testing/cell-context.ts'
import { withOwners as withOwnersColumn } from '../merged/owners-column.ts'
import type { AnyListColumn } from './list-column.ts'
import { columnsOf, loadColumns } from './list-columns.ts'
import { sortFieldOf } from './sort-field.ts'

await loadColumns()

const sorting = (columns: readonly AnyListColumn[]) => columns.filter(({ sort }) => sort !== undefined)

test('every column that sorts has a field in the core', () => {
  const missing = LIST_IDS.flatMap((list) =>
    sorting(withOwnersColumn(columnsOf(list, {})))
      .filter(({ id }) => sortFieldOf(listEndpoint(list).resource, id) === undefined)
      .map(({ id }) => `${list}: ${id}`),
  )
  expect(missing).toEqual([])
})

const token = (seed: number, more: object = {}) => ({
  address_hash: exampleAddress(seed),
  name: `Coin ${String(9 - seed)}`,
  symbol: `c${String(seed)}`,
  decimals: String(6 * seed),
  type: ['ERC-20', 'ERC-721', 'ERC-1155'][seed % 3],
  exchange_rate: `${String(seed)}.5`,
  holders_count: String(10 - seed),
  total_supply: String(5_000_000 * (10 - seed)),
  circulating_market_cap: `${String(100 * seed)}.25`,
  ...more,
})
const at = (seed: number) => `2026-01-0${String(seed)}T00:00:00.000000Z`
const party = (seed: number, name: string | null = null) => ({ hash: exampleAddress(seed), name })
const LABELLED = exampleAddress(2)
const EVENTS = ['Transfer(address,address,uint256)', 'Approval(address,address,uint256)', 'burn()']

/** At least three rows of each kind, with different values in every sorted field. */
const EXAMPLES: Readonly<Record<Resource, readonly object[]>> = {
  transaction: [1, 2, 3].map((seed) => ({
    ...exampleTransaction(seed),
    value: String(BigInt(seed) * 10n ** 18n),
    timestamp: at(seed),
    method: ['swap', 'Approve', '0x12345678'][seed - 1],
    fee: { type: 'actual', value: String(seed % 2) },
    exchange_rate: String(10 - seed * seed),
    historic_exchange_rate: seed === 2 ? null : String(1_000 * seed),
    gas_used: String(30_000 - seed),
    gas_price: String(seed * 10 ** 9),
    nonce: 9 - seed,
  })),
  'internal-transaction': [1, 2, 3].map((seed) => ({
    transaction_hash: exampleHash(seed),
    index: 10 - seed,
    block_number: seed,
    timestamp: at(seed),
    type: ['call', 'delegatecall', 'create'][seed - 1],
    from: party(seed, seed === 3 ? 'Anna' : null),
    to: party(4 - seed),
    value: String(10 ** (20 - seed)),
    gas_limit: String(seed * 7),
  })),
  transfer: [1, 2, 3].map((seed) => ({
    ...exampleTransfer(seed, 20 - seed, String(seed), String(30 - seed)),
    block_number: seed,
    timestamp: at(seed),
    from: party(seed),
    to: party(seed % 3, 'Somebody'),
    token: token(seed),
    token_type: ['ERC-20', 'ERC-1155', 'ERC-20'][seed - 1],
    type: ['token_transfer', 'token_minting', 'token_burning'][seed - 1],
    method: ['mint', 'burn', null][seed - 1],
  })),
  'advanced-filter': [1, 2, 3].map((seed) => ({
    hash: exampleHash(seed),
    type: ['contract_creation', 'coin_transfer', 'contract_interaction'][seed - 1],
    method: ['b', 'a', null][seed - 1],
    block_number: 5 - seed,
    timestamp: at(seed),
    from: party(seed),
    to: party(4 - seed, 'X'),
    token: seed === 2 ? null : token(seed),
    fee: String(10 - seed),
  })),
  token: [1, 2, 3].map((seed) => token(seed)),
  'token-balance': [
    ...[1, 2].map((seed) => ({ token: token(seed), value: String(10n ** BigInt(20 - seed)) })),
    { token: token(3, { name: null, symbol: 'ABC', exchange_rate: null }), value: '5' },
  ],
  holder: [3, 1, 2].map((seed) => ({ address: party(seed), value: String(10 ** (seed % 3)) })),
  nft: [1, 2, 3].map((seed) => ({
    id: String(100 - seed * 33),
    owner: seed === 1 ? null : party(5 - seed),
    token: token(seed),
    token_type: ['ERC-721', 'ERC-1155', 'ERC-404'][seed - 1],
    value: String(20 - seed),
    metadata: seed === 2 ? null : { name: `Piece ${String(9 - seed)}` },
  })),
  'nft-collection': [1, 2, 3].map((seed) => ({ token: token(seed), amount: String(12 - seed) })),
  block: [1, 2, 3].map((seed) => ({
    hash: exampleHash(seed),
    height: seed,
    timestamp: at(seed),
    transactions_count: 10 - seed,
    gas_used: String(seed % 2),
    rewards: seed === 2 ? [] : [{ reward: '5' }, { reward: String(10n ** 19n - BigInt(seed)) }],
    burnt_fees: String(seed * 2),
    base_fee_per_gas: String(11 - seed),
    transaction_fees: String(seed * 3),
    size: 1_000 - seed,
    withdrawals_count: seed * 4,
  })),
  withdrawal: [1, 2, 3].map((seed) => ({
    ...exampleWithdrawal(seed),
    amount: String(10 ** 18 / seed),
    timestamp: at(seed),
  })),
  'state-change': [
    { address: party(3), token: token(1), balance_before: '5', balance_after: '7', change: '2' },
    { address: party(1), balance_before: String(10n ** 18n), balance_after: null, change: '-1' },
    { address: party(2), token: token(2), balance_after: '1', change: [{ direction: 'from' }] },
  ],
  log: [1, 2, 3].map((seed) => ({
    transaction_hash: exampleHash(seed),
    index: 10 - seed,
    address: party(4 - seed),
    block_number: seed,
    block_timestamp: at(seed),
    topics: [4 - seed, seed, 5 - seed, 6 - seed].map((topic) => exampleHash(topic)),
    decoded: { method_call: EVENTS[seed - 1], method_id: '12345678' },
  })),
  'search-result': [
    { type: 'token', name: 'Zed', symbol: 'abc', address_hash: exampleAddress(1) },
    { type: 'address', name: null, ens_info: { name: 'anna.eth' }, address_hash: exampleAddress(2) },
    { type: 'block', block_number: '5', block_hash: exampleHash(5) },
    { type: 'contract', name: 'Mint', symbol: 'ABD', address_hash: exampleAddress(3) },
  ],
  'user-operation': [1, 2, 3].map((seed) => ({
    hash: exampleHash(seed),
    transaction_hash: exampleHash(9 - seed),
    block_number: seed,
    timestamp: at(seed),
    address: party(seed),
    status: seed === 2,
    fee: String(10n ** BigInt(20 - seed)),
    paymaster: seed === 1 ? null : party(5 - seed),
    bundler: party(9 - seed),
    nonce: String(2n ** 64n * BigInt(seed)),
  })),
  authorization: [1, 2, 3].map((seed) => ({
    transaction_hash: exampleHash(9 - seed),
    block_number: seed,
    timestamp: at(seed),
    index: 0,
    authority: party(1),
    delegate: party(5 - seed),
    chain_id: '0',
    nonce: String(2n ** 63n + BigInt(seed)),
    status: seed === 2 ? 'ok' : null,
  })),
  'coin-balance': [1, 2, 3].map((seed) => ({
    block_number: seed,
    block_timestamp: at(seed),
    delta: String(-(10 ** seed)),
    value: String(10n ** 20n + BigInt(seed)),
  })),
}

const cells: CellContext = {
  ...exampleContext,
  labels: new Map([[LABELLED, 'Mine']]),
  ownAddresses: new Set([exampleAddress(1), LABELLED]),
  decodedLog: (log) => sourceDecoded(log.decoded, log.address),
}
const core = { ...cells, ownAddress: undefined }

/** The indexes of the items in their order; items of equal value form a group. */
function ordered(values: readonly (SortValue | undefined)[], descending: boolean): string {
  const order = values
    .map((_, number) => number)
    .sort((one, other) => compareValues(values[one], values[other], descending))
  return order
    .map((number, place) => {
      const isAsBefore =
        place > 0 && compareValues(values[order[place - 1] ?? 0], values[number], false) === 0
      return `${isAsBefore ? '=' : ' '}${String(number)}`
    })
    .join('')
}

/** Columns that sort by English words in the core: the same groups, in another order than in the window. */
const IN_WORDS_OF_THE_WINDOW = new Set(['search: kind'])

test.each(LIST_IDS)(
  '%s: the core orders rows as the column does, and each column tells some apart',
  (list) => {
    const { resource } = listEndpoint(list)
    const both = [LABELLED, exampleAddress(1)]
    // A log, an operation and an authorization is in the list of one address only.
    const owners = [
      [exampleAddress(1)],
      ['log', 'user-operation', 'authorization'].includes(resource) ? [LABELLED] : both,
      [LABELLED],
      [exampleAddress(1)],
    ]
    const items = EXAMPLES[resource].map((item, number) =>
      withOwners(LIST_ITEMS[list].parse(item) as object, { of: owners[number] ?? [] }),
    )
    for (const { id, sort } of sorting(withOwnersColumn(columnsOf(list, {})))) {
      const name = `${list}: ${id}`
      if (IN_WORDS_OF_THE_WINDOW.has(name)) continue
      const own = items.map((item) => sort?.(item as never, cells))
      const valueOf = sortValue(resource, sortFieldOf(resource, id) ?? '', core)
      const values = items.map((item) => valueOf(item))
      expect(new Set(values).size, name).toBeGreaterThan(1)
      for (const descending of [false, true])
        expect(ordered(values, descending), name).toBe(ordered(own, descending))
    }
  },
)

test('how much of a holding is whose is a part of what it is sorted by', () => {
  const item = withOwners(EXAMPLES['token-balance'][1] ?? {}, {
    of: [exampleAddress(1), LABELLED],
    parts: [
      { address: LABELLED, value: '2500000000000' },
      { address: exampleAddress(1), value: null },
    ],
  })
  expect(ownersOf(item)?.parts).toHaveLength(2)
  expect(sortValue('token-balance', 'owners', core)(item)).toBe(`${exampleAddress(1)}, mine 2.5`)
})

test('an event is called as the core knows it, else by its hash', () => {
  const hash = exampleHash(7)
  const valueIn = (more: object) => sortValue('log', 'event', { ...core, ...more })({ topics: [hash] })
  expect(valueIn({ eventName: (one: string) => (one === hash ? 'Swap' : undefined) })).toBe('swap')
  expect(valueIn({})).toBe(hash)
})
