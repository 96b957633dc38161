/**
 * THE table: one row per list of the Chain Data Read API. URLs, the service's routes, the contract, tabs, filters,
 * exports and tests are made from it. Another list is another row, its columns in the window, and one function for each
 * chain that our own service serves it from; whatever else it needs, the compiler names.
 * The specification counts 11 operations; its numbers 1 and 6 are one list in two forms (Pro and per-instance).
 */
import type * as z from 'zod/mini'
import { block, withdrawal } from '../chain/block.ts'
import { ownedInstance, tokenBalance, tokenHolder, tokenInstance, tokenTransfer } from '../chain/token.ts'
import { internalTransaction, stateChange, transaction } from '../chain/transaction.ts'
import { DETAILS, type DetailId } from './detail-table.ts'
import type { Dialect } from './dialects.ts'
import { direction, NFT_TYPES, oneOf, tokenTypes } from './filters.ts'
import { row, type ListEndpoint, type RowTarget } from './list-endpoint.ts'
import { OF_ADDRESS, OF_BLOCK, OF_TRANSACTION } from './path-params.ts'

const lower = (value: string | null | undefined) => value?.toLowerCase() ?? ''
const toTransaction = (hash: string): RowTarget => ({ kind: 'transaction', hash })

/** What the lists of token transfers have in common. */
const TRANSFERS = {
  resource: 'transfer',
  item: tokenTransfer,
  identity: (item: z.output<typeof tokenTransfer>) =>
    `${transferBatch(item)}:${item.total.map((total) => total.token_id ?? '').join(',')}`,
  batch: (item: z.output<typeof tokenTransfer>) => transferBatch(item),
  order: { height: 'block_number', index: 'log_index', direction: 'desc' },
  cursor: { spec: ['block_number', 'index'] },
  groupCursor: ['batch_log_index', 'batch_block_hash', 'batch_transaction_hash', 'index_in_batch'],
  dialectKeys: { legacy: { item: ['tx_hash'] } },
  target: (item: z.output<typeof tokenTransfer>) => toTransaction(item.transaction_hash),
} as const
const transferBatch = (item: z.output<typeof tokenTransfer>) =>
  `${lower(item.transaction_hash)}:${String(item.log_index)}`

/** What the lists of calls inside transactions have in common. */
const INTERNALS = {
  resource: 'internal-transaction',
  item: internalTransaction,
  identity: (item: z.output<typeof internalTransaction>) => `${item.transaction_hash}:${String(item.index)}`,
  dialectKeys: { legacy: { item: ['block', 'tx_hash'] } },
  target: (item: z.output<typeof internalTransaction>) => toTransaction(item.transaction_hash),
} as const

/** What the lists of transactions have in common. */
const TRANSACTIONS = {
  resource: 'transaction',
  item: transaction,
  identity: (item: z.output<typeof transaction>) => item.hash,
  dialectKeys: { legacy: { item: ['tx_types', 'tx_burnt_fee', 'tx_tag', 'has_error_in_internal_txs'] } },
  target: (item: z.output<typeof transaction>) => toTransaction(item.hash),
} as const

/** How a source sorts transactions, where it does. */
const SORTING = {
  sort: oneOf(['block_number', 'value', 'fee'], 'what to sort by', ['v11', 'v12']),
  order: oneOf(['asc', 'desc'], 'which way to sort', ['v11', 'v12']),
} as const

/** What the lists of blocks have in common. */
const BLOCKS = {
  resource: 'block',
  item: block,
  identity: (item: z.output<typeof block>) => item.hash,
  order: { height: 'height', direction: 'desc' },
  cursor: { spec: ['block_number', 'items_count'], v12: ['block_number'] },
  dialectKeys: { legacy: { item: ['tx_count', 'tx_fees'] } },
  target: (item: z.output<typeof block>): RowTarget => ({ kind: 'block', block: item.hash }),
} as const

/** What the lists of withdrawals have in common. */
const WITHDRAWALS = {
  resource: 'withdrawal',
  item: withdrawal,
  identity: (item: z.output<typeof withdrawal>) => item.index,
  cursor: { spec: ['index', 'items_count'], v12: ['index'] },
  dialectKeys: {},
} as const

/** Lists of one thing stand in the order of their tabs. */
export const LISTS = {
  'address-transactions': row({
    operations: [9],
    path: '/addresses/{address_hash}/transactions',
    params: OF_ADDRESS,
    slug: 'transactions',
    aliases: ['txs'],
    filters: {
      filter: direction('only transactions to, or from, this address'),
      ...SORTING,
    },
    ...TRANSACTIONS,
    order: { height: 'block_number', index: 'position', direction: 'desc' },
    cursor: {
      spec: ['block_number', 'index', 'items_count'],
      v11: ['block_number', 'index', 'hash', 'inserted_at', 'value', 'fee', 'items_count'],
      v12: ['block_number', 'index', 'hash', 'inserted_at', 'value', 'fee'],
    },
    counter: { detail: 'address-counters', field: 'transactions_count' },
    tabCounter: 'transactions_count',
    credits: 20,
  }),
  'address-token-transfers': row({
    operations: [],
    path: '/addresses/{address_hash}/token-transfers',
    params: OF_ADDRESS,
    slug: 'transfers',
    aliases: ['token_transfers', 'tokentxns'],
    filters: {
      filter: direction('only transfers to, or from, this address'),
      type: tokenTypes(),
      token: { kind: 'address', description: 'only transfers of this token' },
    },
    ...TRANSFERS,
    counter: { detail: 'address-counters', field: 'token_transfers_count' },
    tabCounter: 'token_transfers_count',
    credits: 30,
  }),
  'address-internal-transactions': row({
    operations: [3],
    path: '/addresses/{address_hash}/internal-transactions',
    params: OF_ADDRESS,
    slug: 'internal',
    aliases: ['internal_txns', 'internaltx'],
    filters: {
      filter: direction('only calls to, or from, this address'),
      include_zero_value: {
        kind: 'flag',
        description: 'calls that moved no coin as well',
        dialects: ['v12'],
      },
    },
    ...INTERNALS,
    // An item does not say which transaction of its block it belongs to, so there is no index across a block.
    order: { height: 'block_number', direction: 'desc' },
    cursor: {
      spec: ['block_number', 'index', 'items_count', 'transaction_index'],
      v12: ['block_number', 'index', 'transaction_index'],
    },
    tabCounter: 'internal_transactions_count',
    credits: 40,
  }),
  'address-tokens': row({
    operations: [2],
    path: '/addresses/{address_hash}/tokens',
    params: OF_ADDRESS,
    slug: 'tokens',
    aliases: ['tokens_erc20'],
    resource: 'token-balance',
    filters: { type: tokenTypes() },
    item: tokenBalance,
    identity: (item) => `${lower(item.token.address_hash)}:${item.token_id ?? ''}`,
    order: null,
    cursor: {
      spec: ['items_count', 'token_name', 'token_type', 'value'],
      v11: ['fiat_value', 'id', 'value', 'items_count'],
      v12: ['fiat_value', 'id', 'value'],
    },
    dialectKeys: { spec: { cursor: ['token_name'] } },
    target: (item) => ({ kind: 'token', address: item.token.address_hash }),
    tabCounter: 'token_balances_count',
    credits: 20,
  }),
  'address-nfts': row({
    operations: [10],
    path: '/addresses/{address_hash}/nft',
    params: OF_ADDRESS,
    slug: 'nfts',
    aliases: ['tokens_nfts'],
    resource: 'nft',
    filters: { type: tokenTypes(NFT_TYPES) },
    item: ownedInstance,
    identity: (item) => `${lower(item.token.address_hash)}:${item.id}`,
    order: null,
    cursor: {
      spec: ['token_contract_address_hash', 'token_id', 'token_type'],
      v11: ['token_contract_address_hash', 'token_id', 'token_type', 'items_count'],
    },
    dialectKeys: {},
    target: (item) => ({ kind: 'nft', address: item.token.address_hash, tokenId: item.id }),
    credits: 20,
  }),
  'address-blocks-validated': row({
    operations: [8],
    path: '/addresses/{address_hash}/blocks-validated',
    params: OF_ADDRESS,
    slug: 'blocks',
    aliases: ['blocks_validated', 'mine'],
    filters: {},
    ...BLOCKS,
    counter: { detail: 'address-counters', field: 'validations_count' },
    tabCounter: 'validations_count',
    credits: 20,
  }),
  'address-withdrawals': row({
    operations: [11],
    path: '/addresses/{address_hash}/withdrawals',
    params: OF_ADDRESS,
    slug: 'withdrawals',
    aliases: ['beaconwithdrawals'],
    filters: {},
    ...WITHDRAWALS,
    order: { height: 'block_number', index: 'index', direction: 'desc' },
    target: () => undefined,
    tabCounter: 'withdrawals_count',
    credits: 20,
  }),
  'token-transfers-of-token': row({
    operations: [5],
    path: '/tokens/{address_hash}/transfers',
    params: OF_ADDRESS,
    slug: 'transfers',
    aliases: ['token_transfers'],
    filters: {},
    ...TRANSFERS,
    credits: 30,
  }),
  'token-instances': row({
    operations: [7],
    path: '/tokens/{address_hash}/instances',
    params: OF_ADDRESS,
    slug: 'instances',
    aliases: ['inventory'],
    resource: 'nft',
    filters: {
      holder_address_hash: {
        kind: 'address',
        description: 'only those of one holder',
        dialects: ['v11', 'v12'],
      },
    },
    item: tokenInstance,
    identity: (item) => item.id,
    order: null,
    cursor: { spec: ['unique_token'] },
    dialectKeys: { v12: { item: ['image_media_type', 'animation_media_type'] } },
    target: ({ token, id }, { address_hash: listed }) => {
      const address = token?.address_hash ?? listed
      return address === undefined ? undefined : { kind: 'nft', address, tokenId: id }
    },
    credits: 20,
  }),
  'token-holders': row({
    operations: [],
    path: '/tokens/{address_hash}/holders',
    params: OF_ADDRESS,
    slug: 'holders',
    aliases: ['balances'],
    resource: 'holder',
    filters: {},
    item: tokenHolder,
    identity: (item) => `${lower(item.address.hash)}:${item.token_id ?? ''}`,
    order: null,
    cursor: { spec: ['address_hash', 'items_count', 'value'], v12: ['address_hash', 'value'] },
    groupCursor: ['token_id'],
    dialectKeys: {},
    target: (item) => ({ kind: 'address', address: item.address.hash }),
    counter: { detail: 'token', field: 'holders_count' },
    credits: 20,
  }),
  'transaction-state-changes': row({
    operations: [4],
    path: '/transactions/{transaction_hash}/state-changes',
    params: OF_TRANSACTION,
    slug: 'changes',
    aliases: ['state', 'statechange'],
    resource: 'state-change',
    filters: {},
    item: stateChange,
    identity: (item) =>
      `${lower(item.address.hash)}:${item.type ?? ''}:${lower(item.token?.address_hash)}:${item.token_id ?? ''}`,
    order: null,
    cursor: { spec: ['items_count', 'state_changes'], v12: ['state_changes_count'] },
    dialectKeys: { spec: { item: ['address_hash'] } },
    target: (item) => ({ kind: 'address', address: item.address.hash }),
    credits: 30,
  }),
  'transaction-token-transfers': row({
    operations: [],
    path: '/transactions/{transaction_hash}/token-transfers',
    params: OF_TRANSACTION,
    slug: 'transfers',
    aliases: ['token_transfers'],
    filters: { type: tokenTypes() },
    ...TRANSFERS,
    order: { height: 'block_number', index: 'log_index', direction: 'asc' },
    credits: 30,
  }),
  'transaction-internal-transactions': row({
    operations: [],
    path: '/transactions/{transaction_hash}/internal-transactions',
    params: OF_TRANSACTION,
    slug: 'internal',
    aliases: ['internal_txns'],
    filters: {},
    ...INTERNALS,
    order: { height: 'block_number', index: 'index', direction: 'asc' },
    cursor: {
      spec: ['block_number', 'index', 'items_count', 'transaction_index'],
      v12: ['block_number', 'index', 'transaction_index'],
    },
    credits: 40,
  }),
  'block-transactions': row({
    operations: [],
    path: '/blocks/{block_hash_or_number}/transactions',
    params: OF_BLOCK,
    slug: 'transactions',
    aliases: ['txs'],
    filters: {},
    ...TRANSACTIONS,
    order: { height: 'block_number', index: 'position', direction: 'asc' },
    cursor: { spec: ['block_number', 'index', 'items_count'], v12: ['block_number', 'index'] },
    counter: { detail: 'block', field: 'transactions_count' },
    credits: 20,
  }),
  'block-internal-transactions': row({
    operations: [],
    path: '/blocks/{block_hash_or_number}/internal-transactions',
    params: OF_BLOCK,
    slug: 'internal',
    aliases: ['internal_txns'],
    filters: {},
    ...INTERNALS,
    order: { height: 'block_number', direction: 'asc' },
    cursor: { spec: ['index', 'items_count', 'transaction_index'], v12: ['index', 'transaction_index'] },
    credits: 20,
  }),
  'block-withdrawals': row({
    operations: [],
    path: '/blocks/{block_hash_or_number}/withdrawals',
    params: OF_BLOCK,
    slug: 'withdrawals',
    aliases: [],
    filters: {},
    ...WITHDRAWALS,
    order: { height: 'block_number', index: 'index', direction: 'asc' },
    target: ({ receiver }) => (receiver ? { kind: 'address', address: receiver.hash } : undefined),
    counter: { detail: 'block', field: 'withdrawals_count' },
    credits: 20,
  }),
  'token-transfers': row({
    operations: [1, 6],
    path: '/token-transfers',
    params: {},
    slug: 'transfers',
    aliases: [],
    filters: { type: tokenTypes() },
    ...TRANSFERS,
    credits: 20,
  }),
  'latest-transactions': row({
    operations: [],
    path: '/transactions',
    params: {},
    slug: 'transactions',
    aliases: ['txs'],
    filters: {
      filter: oneOf(['validated', 'pending'], 'only mined transactions, or only pending ones'),
    },
    ...TRANSACTIONS,
    order: { height: 'block_number', index: 'position', direction: 'desc' },
    cursor: {
      spec: ['block_number', 'index', 'hash', 'inserted_at', 'items_count'],
      v12: ['block_number', 'index', 'hash', 'inserted_at'],
    },
    credits: 20,
  }),
  'latest-blocks': row({
    operations: [],
    path: '/blocks',
    params: {},
    slug: 'blocks',
    aliases: [],
    filters: {},
    ...BLOCKS,
    credits: 20,
  }),
} as const

export type ListId = keyof typeof LISTS
export type ListItem<Id extends ListId = ListId> = z.output<(typeof LISTS)[Id]['item']>
export const LIST_IDS = Object.keys(LISTS) as ListId[]

/** A key of some list's cursor. */
export type CursorKey = {
  [Id in ListId]: (typeof LISTS)[Id] extends ListEndpoint<infer _, infer Key> ? Key : never
}[ListId]

/** A row of the table without its item type, for code that treats all lists alike. */
export const listEndpoint = (id: ListId) => LISTS[id] as unknown as ListEndpoint

/** The keys of a list's cursor in a dialect, without those of groups. */
export const cursorKeys = (id: ListId, dialect: Dialect) => {
  const { cursor } = listEndpoint(id)
  return (cursor[dialect] ?? cursor.spec) as readonly CursorKey[]
}

/** The keys of a list's cursor that are there only while a page ends inside a group. */
export const groupCursorKeys = (id: ListId) => (listEndpoint(id).groupCursor ?? []) as readonly CursorKey[]

/** What has lists: a thing with details, or the chain itself. */
export type ListOwner = DetailId | 'chain'

/** The lists of one thing, in the order of their tabs: those whose path is one part longer than the thing's own. */
export function listsOf(owner: ListOwner): readonly ListId[] {
  return LISTS_OF[owner]
}

const listsBelow = (path: string) =>
  LIST_IDS.filter((id) => {
    const { path: own } = LISTS[id]
    return own.startsWith(`${path}/`) && !own.slice(path.length + 1).includes('/')
  })
const LISTS_OF = Object.fromEntries([
  ['chain', listsBelow('')],
  ...Object.entries(DETAILS).map(([detail, { path }]) => [detail, listsBelow(path)] as const),
]) as unknown as Readonly<Record<ListOwner, readonly ListId[]>>

/** The list of a thing by its slug, the last part of its path, or an explorer's name for it. */
export function findList(owner: ListOwner, name: string): ListId | undefined {
  const wanted = name.toLowerCase()
  return listsOf(owner).find((id) => {
    const { slug, path, aliases } = listEndpoint(id)
    return slug === wanted || path.endsWith(`/${wanted}`) || aliases.includes(wanted)
  })
}

/** New rows of this list come at its beginning, so its first page tells what is new. */
export const growsAtHead = (id: ListId) => listEndpoint(id).order?.direction === 'desc'
