/** An index that is kept for some addresses against one of the whole chain: all that is of those addresses is the same. */
import type { ListId } from '#shared/lists/list-table.ts'
import type { ChainDetailId, ChainReader, WireItem } from '../../../chain-reader.ts'
import { Differences } from './differences.ts'
import { lower } from './list-rows.ts'
import { ofAddress, readAll, type ReadAllOptions } from './read-all.ts'

type Filters = NonNullable<ReadAllOptions['filters']>

/** Lists of an address, and in which ways they are asked for. */
const OF_ADDRESS: readonly (readonly [ListId, ...Filters[]])[] = [
  [
    'address-transactions',
    {},
    { filter: 'from' },
    { filter: 'to' },
    { sort: 'value', order: 'asc' },
    { sort: 'fee', order: 'desc' },
  ],
  ['address-token-transfers', {}, { filter: 'from' }, { filter: 'to' }, { type: ['ERC-721', 'ERC-1155'] }],
  ['address-internal-transactions', {}, { filter: 'to' }, { include_zero_value: false }],
  ['address-logs', {}],
  ['address-blocks-validated', {}],
  ['address-withdrawals', {}],
  ['address-coin-balances', {}],
  ['address-user-operations', {}, { filter: 'paymaster' }],
  ['address-authorizations', {}],
]
/** Where the order is that of the index's own numbers, or of equal amounts. */
const WITHOUT_ORDER = ['address-tokens', 'address-nfts', 'address-nft-collections'] as const
const OF_TOKEN: readonly ListId[] = ['token-transfers-of-token', 'token-instances']
const OF_TRANSACTION: readonly ListId[] = [
  'transaction-token-transfers',
  'transaction-logs',
  'transaction-internal-transactions',
  'transaction-state-changes',
]
const DETAILS: readonly ChainDetailId[] = [
  'address',
  'address-counters',
  'address-tab-counters',
  'token',
  'token-counters',
]

export async function compareKept(
  kept: ChainReader,
  whole: ChainReader,
  addresses: readonly string[],
): Promise<Differences> {
  const result = new Differences()
  const isKept = (token: unknown) => addresses.includes(lower(token))
  async function same(id: ListId, options: ReadAllOptions, hasOrder = true) {
    const rows = async (reader: ChainReader) => {
      const items = (await readAll(reader, id, { limit: 20, dialect: 'v12', ...options })).map((item) =>
        known(item, isKept),
      )
      return hasOrder ? items : items.map((item) => JSON.stringify(item)).toSorted()
    }
    const { params = {}, filters = {} } = options
    const page = await kept.list(id, { params, filters, after: null, limit: 1 })
    if (page?.meta && page.meta.status !== 'asked')
      result.add(`${id} of ${JSON.stringify(params)} says ${page.meta.message}`)
    const of = JSON.stringify([params, filters])
    const [ours, theirs] = [await rows(kept), await rows(whole)]
    result.same(id, of, ours, id === 'transaction-state-changes' ? theirs.map(asKnown(ours, isKept)) : theirs)
  }
  const transactions = new Set<string>()
  for (const address of addresses) {
    const params = ofAddress(address)
    for (const [id, ...ways] of OF_ADDRESS) for (const filters of ways) await same(id, { params, filters })
    for (const id of WITHOUT_ORDER) await same(id, { params }, false)
    if ((await whole.detail('token', params)) !== null) {
      for (const id of OF_TOKEN) await same(id, { params })
      await same('token-holders', { params }, false)
    }
    for (const id of DETAILS) {
      const details = [await kept.detail(id, params), await whole.detail(id, params)]
      const [ours, theirs] = details.map((item) => [item && known(item, isKept)])
      result.same(id, address, ours ?? [], theirs ?? [])
    }
    for (const id of [
      'address-transactions',
      'address-token-transfers',
      'address-internal-transactions',
    ] as const)
      for (const item of await readAll(whole, id, { params }))
        transactions.add(String(item.transaction_hash ?? item.hash))
  }
  for (const hash of transactions) {
    const params = { transaction_hash: hash }
    for (const id of OF_TRANSACTION) await same(id, { params })
    const details = [await kept.detail('transaction', params), await whole.detail('transaction', params)]
    const [ours, theirs] = details.map((item) => [item && known(item, isKept)])
    result.same('transaction', hash, ours ?? [], theirs ?? [])
  }
  result.compared.transactions = transactions.size
  return result
}

/** A balance that no token tells, of somebody the index is not kept for, is not known to it. */
const asKnown =
  (ours: readonly unknown[], isKept: (address: unknown) => boolean) =>
  (theirs: unknown, index: number): unknown => {
    const { address, token, balance_before: before } = ours[index] as WireItem
    const { hash, address_hash: of } = { ...(address as WireItem), ...(token as WireItem | null) } as WireItem
    return before !== null || of === undefined || isKept(hash) || isKept(of)
      ? theirs
      : { ...(theirs as WireItem), balance_before: null, balance_after: null }
  }

/** Without what only an index of the whole chain knows: who holds tokens that the other one is not kept for. */
function known(item: WireItem, isKept: (token: unknown) => boolean): WireItem {
  const walk = (value: unknown, token: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each, token))
    if (typeof value !== 'object' || value === null) return value
    const own = value as WireItem
    const of = (own.token as WireItem | null | undefined)?.address_hash ?? token
    const isToken = 'total_supply' in own
    const isNft = 'is_unique' in own
    return Object.fromEntries(
      Object.entries(own)
        .filter(([key]) => !(isToken && OF_HOLDERS.includes(key) && !isKept(own.address_hash)))
        .filter(([key]) => !(isNft && HOLDERS.includes(key) && !isKept(of)))
        .map(([key, each]) => [key, walk(each, of)]),
    )
  }
  return walk(item, undefined) as WireItem
}

/** Fields of a token that depend on which of its holders the index has. */
const OF_HOLDERS = ['holders_count', 'balances_asked']
const HOLDERS = ['owner', 'holder_address_hash', 'is_unique']
