import { describe, expect, it } from 'vitest'
import { bareItem } from '../chain/testing/any-item.ts'
import { DETAIL_IDS, detailEndpoint } from './detail-table.ts'
import { DIALECTS } from './dialects.ts'
import { listItem } from './list-items.ts'
import {
  cursorKeys,
  findList,
  growsAtHead,
  LIST_IDS,
  listEndpoint,
  type ListId,
  listsOf,
} from './list-table.ts'
import { PARAM_FORMATS } from '../path-params.ts'

const placeholders = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

it('has a row for each of the 11 operations, and none twice', () => {
  const operations = LIST_IDS.flatMap((id) => listEndpoint(id).operations)
  expect([...operations].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

it('has no two rows with one path', () => {
  const paths = [...LIST_IDS.map(listEndpoint), ...DETAIL_IDS.map(detailEndpoint)].map((row) => row.path)
  expect(new Set(paths).size).toBe(paths.length)
})

it.each([
  ...LIST_IDS.map((id) => [id, listEndpoint(id)] as const),
  ...DETAIL_IDS.map((id) => [id, detailEndpoint(id)] as const),
])('%s: its path names its parameters and no other', (_id, row) => {
  expect(row.path).toMatch(/^\/[a-z{]/)
  // The text of a search is in the query.
  const inPath = Object.keys(row.params).filter((name) => row.params[name] !== 'searchText')
  expect(placeholders(row.path).sort()).toEqual(inPath.sort())
  for (const format of Object.values(row.params)) expect(PARAM_FORMATS).toHaveProperty(format)
  expect(row.credits).toBeGreaterThan(0)
})

describe.each(LIST_IDS)('%s', (id) => {
  const row = listEndpoint(id)

  it('describes its filters', () => {
    for (const filter of Object.values(row.filters)) expect(filter.description).not.toBe('')
  })

  it('has filters that can be satisfied, in dialects that exist', () => {
    for (const filter of Object.values(row.filters)) {
      if ('values' in filter) expect(new Set(filter.values).size).toBe(filter.values.length)
      // One of a single value is on or off.
      if ('values' in filter) expect(filter.values).not.toEqual([])
      if (filter.kind === 'count') expect(filter.min).toBeLessThan(filter.max)
      for (const dialect of filter.dialects ?? []) expect(DIALECTS).toContain(dialect)
      expect(filter.dialects?.length).not.toBe(0)
    }
  })

  it('never offers what some server refuses or would read as its own: limit, or a key', () => {
    for (const name of Object.keys(row.filters)) expect(name).not.toMatch(/^(limit|apikey|api_key|key)$/)
  })

  it('has a cursor in every dialect, without a name twice', () => {
    for (const dialect of DIALECTS) {
      const names = cursorKeys(id, dialect)
      expect(names.length).toBeGreaterThan(0)
      expect(new Set(names).size).toBe(names.length)
    }
  })
})

describe('what tells one item from another', () => {
  const hash = (seed: number) => `0x${seed.toString(16).padStart(64, '0')}`
  const address = (seed: number) => `0x${seed.toString(16).padStart(40, '0')}`
  const token = (seed: number) => ({ address_hash: address(seed) })
  const transfer = (seed: number, log: number, id?: string) => ({
    transaction_hash: hash(seed),
    log_index: log,
    total: id === undefined ? [] : [{ token_id: id }],
  })
  const transfers = [transfer(1, 1), transfer(1, 2), transfer(2, 1), transfer(3, 1, '1'), transfer(3, 1, '2')]
  const change = (of: number, type: string, more = {}) => ({ address: { hash: address(of) }, type, ...more })
  /** Different items of lists in which they could be confused. */
  const DIFFERENT: Readonly<Partial<Record<ListId, readonly unknown[]>>> = {
    'token-transfers': transfers,
    'token-transfers-of-token': transfers,
    'address-tokens': [
      { token: token(1) },
      { token: token(2) },
      { token: token(1), token_id: '1' },
      { token: token(1), token_id: '2' },
    ],
    'address-internal-transactions': [
      { transaction_hash: hash(1), index: 1 },
      { transaction_hash: hash(1), index: 11 },
      { transaction_hash: hash(2), index: 1 },
    ],
    'transaction-state-changes': [
      change(1, 'coin'),
      change(2, 'coin'),
      change(1, 'token', { token: token(1) }),
      change(1, 'token', { token: token(2) }),
      change(1, 'token', { token: token(2), token_id: '5' }),
    ],
    'token-instances': [{ id: '1' }, { id: '11' }],
    'address-blocks-validated': [{ hash: hash(1) }, { hash: hash(2) }],
    'address-transactions': [{ hash: hash(1) }, { hash: hash(2) }],
    'address-nfts': [
      { id: '1', token: token(1) },
      { id: '1', token: token(2) },
      { id: '2', token: token(1) },
    ],
    'address-withdrawals': [{ index: '1' }, { index: '2' }],
  }

  it.each(Object.entries(DIFFERENT) as [ListId, readonly unknown[]][])('%s', (id, different) => {
    const { identity } = listEndpoint(id)
    const keys = different.map((item) => identity(item))
    expect(new Set(keys).size).toBe(keys.length)
    expect(different.map((item) => identity(structuredClone(item)))).toEqual(keys)
  })

  it.each(LIST_IDS)('%s: whatever every item has', (id) => {
    const { identity } = listEndpoint(id)
    const bare = bareItem(listItem(id))
    for (const changed of changedInOnePlace(bare)) expect(identity(changed)).not.toBe(identity(bare))
  })

  /** Copies of a value, each with one plain value changed. */
  function changedInOnePlace(value: unknown): unknown[] {
    if (Array.isArray(value)) return []
    if (typeof value !== 'object' || value === null) return [`${String(value)}2`]
    return Object.entries(value).flatMap(([key, inner]) =>
      changedInOnePlace(inner).map((changed) => ({ ...value, [key]: changed })),
    )
  }
})

describe('names in URLs', () => {
  it.each(DETAIL_IDS)('of the lists of %s are told apart', (detail) => {
    const names = listsOf(detail).flatMap((id) => {
      const { slug, path, aliases } = listEndpoint(id)
      return [...new Set([slug, path.split('/').at(-1), ...aliases])]
    })
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toBe(name?.toLowerCase())
  })

  it('are found in any case, and only for the thing they are of', () => {
    expect(findList('address', 'Internal_Txns')).toBe('address-internal-transactions')
    expect(findList('token', 'transfers')).toBe('token-transfers-of-token')
    expect(findList('transaction', 'transfers')).toBe('transaction-token-transfers')
    expect(findList('block', 'transfers')).toBeUndefined()
    expect(findList('chain', 'blocks')).toBe('latest-blocks')
    expect(findList('transaction', 'statechange')).toBe('transaction-state-changes')
  })
})

it('only lists in the order of the chain, newest first, grow at their head', () => {
  const isOrdered = (id: ListId) => listEndpoint(id).order?.direction === 'desc'
  expect(LIST_IDS.filter(growsAtHead)).toEqual(LIST_IDS.filter(isOrdered))
  // Lists of a mined transaction or block do not grow.
  expect(LIST_IDS.filter((id) => growsAtHead(id) && /^(block|transaction)-/.test(id))).toEqual([])
})
