/**
 * THE table: one row per list of the Chain Data Read API. URLs, the service's routes, the contract, tabs, exports and
 * tests are made from it. The specification counts 11 operations; its numbers 1 and 6 are one list in two forms (Pro and
 * per-instance) and so one row here. A further list is a further row and its columns.
 */
import type * as z from 'zod/mini'
import { block, withdrawal } from '../chain/block.ts'
import { ownedInstance, tokenBalance, tokenInstance, tokenTransfer } from '../chain/token.ts'
import { internalTransaction, stateChange, transaction } from '../chain/transaction.ts'
import type { Dialect } from './dialects.ts'
import { direction, NFT_TYPES, pageSize, tokenTypes, type Filter } from './filters.ts'
import { OF_ADDRESS, type ParamFormat } from './path-params.ts'

export interface ListEndpoint<Schema extends z.core.$ZodType = z.core.$ZodType> {
  /** The operations of the specification that this row is. */
  readonly operations: readonly number[]
  /** Below `/api/v2`, with `{name}` for each path parameter. */
  readonly path: string
  readonly params: Readonly<Record<string, ParamFormat>>
  readonly filters: Readonly<Record<string, Filter>>
  readonly item: Schema
  /** What tells one item from another, within this list and source. */
  readonly identity: (item: z.output<Schema>) => string
  /** What the rows of one batch share, where a page can end inside one. `identity` begins with it and a colon. */
  readonly batch?: (item: z.output<Schema>) => string
  /** Keys of `next_page_params` by dialect; where one is not named, it is as in `spec`. */
  readonly cursor: { readonly spec: readonly string[] } & Partial<Record<Dialect, readonly string[]>>
  /** Credits a page costs on a Pro source. */
  readonly credits: number
}

const row = <Schema extends z.core.$ZodType>(endpoint: ListEndpoint<Schema>) => endpoint

const TRANSFER_CURSOR = {
  spec: ['block_number', 'index'],
  v11: [
    'block_number',
    'index',
    'batch_log_index',
    'batch_block_hash',
    'batch_transaction_hash',
    'index_in_batch',
  ],
  v12: [
    'block_number',
    'index',
    'batch_log_index',
    'batch_block_hash',
    'batch_transaction_hash',
    'index_in_batch',
  ],
} as const
const lower = (value: string | null | undefined) => value?.toLowerCase() ?? ''
const transferBatch = (item: z.output<typeof tokenTransfer>) =>
  `${lower(item.transaction_hash)}:${String(item.log_index)}`
const transferIdentity = (item: z.output<typeof tokenTransfer>) =>
  `${transferBatch(item)}:${item.total.map((total) => total.token_id ?? '').join(',')}`

export const LISTS = {
  'token-transfers': row({
    operations: [1, 6],
    path: '/token-transfers',
    params: {},
    filters: { type: tokenTypes(), items_count: pageSize },
    item: tokenTransfer,
    identity: transferIdentity,
    batch: transferBatch,
    cursor: TRANSFER_CURSOR,
    credits: 20,
  }),
  'address-tokens': row({
    operations: [2],
    path: '/addresses/{address_hash}/tokens',
    params: OF_ADDRESS,
    filters: { type: tokenTypes(), items_count: pageSize },
    item: tokenBalance,
    identity: (item) => `${lower(item.token.address_hash)}:${item.token_id ?? ''}`,
    cursor: {
      spec: ['items_count', 'token_name', 'token_type', 'value'],
      v11: ['fiat_value', 'id', 'value', 'items_count'],
      v12: ['fiat_value', 'id', 'value'],
    },
    credits: 20,
  }),
  'address-internal-transactions': row({
    operations: [3],
    path: '/addresses/{address_hash}/internal-transactions',
    params: OF_ADDRESS,
    filters: {
      filter: direction('only calls to, or from, this address'),
      include_zero_value: {
        kind: 'flag',
        description: 'calls that moved no coin as well',
        dialects: ['v12'],
      },
      items_count: pageSize,
    },
    item: internalTransaction,
    identity: (item) => `${item.transaction_hash}:${String(item.index)}`,
    cursor: {
      spec: ['block_number', 'index', 'items_count', 'transaction_index'],
      v12: ['block_number', 'index', 'transaction_index'],
    },
    credits: 40,
  }),
  'transaction-state-changes': row({
    operations: [4],
    path: '/transactions/{transaction_hash}/state-changes',
    params: { transaction_hash: 'transaction' },
    filters: { items_count: pageSize },
    item: stateChange,
    identity: (item) =>
      `${lower(item.address.hash)}:${item.type ?? ''}:${lower(item.token?.address_hash)}:${item.token_id ?? ''}`,
    cursor: { spec: ['items_count', 'state_changes'], v12: ['state_changes_count'] },
    credits: 30,
  }),
  'token-transfers-of-token': row({
    operations: [5],
    path: '/tokens/{address_hash}/transfers',
    params: OF_ADDRESS,
    filters: { items_count: pageSize },
    item: tokenTransfer,
    identity: transferIdentity,
    batch: transferBatch,
    cursor: TRANSFER_CURSOR,
    credits: 30,
  }),
  'token-instances': row({
    operations: [7],
    path: '/tokens/{address_hash}/instances',
    params: OF_ADDRESS,
    filters: {
      holder_address_hash: {
        kind: 'address',
        description: 'only those of one holder',
        dialects: ['v11', 'v12'],
      },
      items_count: pageSize,
    },
    item: tokenInstance,
    identity: (item) => item.id,
    cursor: { spec: ['unique_token'] },
    credits: 20,
  }),
  'address-blocks-validated': row({
    operations: [8],
    path: '/addresses/{address_hash}/blocks-validated',
    params: OF_ADDRESS,
    filters: { items_count: pageSize },
    item: block,
    identity: (item) => item.hash,
    cursor: { spec: ['block_number', 'items_count'], v12: ['block_number'] },
    credits: 20,
  }),
  'address-transactions': row({
    operations: [9],
    path: '/addresses/{address_hash}/transactions',
    params: OF_ADDRESS,
    filters: {
      filter: direction('only transactions to, or from, this address'),
      sort: {
        kind: 'one',
        values: ['block_number', 'value', 'fee'],
        description: 'what to sort by',
        dialects: ['v11', 'v12'],
      },
      order: {
        kind: 'one',
        values: ['asc', 'desc'],
        description: 'which way to sort',
        dialects: ['v11', 'v12'],
      },
      items_count: pageSize,
    },
    item: transaction,
    identity: (item) => item.hash,
    cursor: {
      spec: ['block_number', 'index', 'items_count'],
      v11: ['block_number', 'index', 'hash', 'inserted_at', 'value', 'fee', 'items_count'],
      v12: ['block_number', 'index', 'hash', 'inserted_at', 'value', 'fee'],
    },
    credits: 20,
  }),
  'address-nfts': row({
    operations: [10],
    path: '/addresses/{address_hash}/nft',
    params: OF_ADDRESS,
    filters: { type: tokenTypes(NFT_TYPES), items_count: pageSize },
    item: ownedInstance,
    identity: (item) => `${lower(item.token.address_hash)}:${item.id}`,
    cursor: {
      spec: ['token_contract_address_hash', 'token_id', 'token_type'],
      v11: ['token_contract_address_hash', 'token_id', 'token_type', 'items_count'],
    },
    credits: 20,
  }),
  'address-withdrawals': row({
    operations: [11],
    path: '/addresses/{address_hash}/withdrawals',
    params: OF_ADDRESS,
    filters: { items_count: pageSize },
    item: withdrawal,
    identity: (item) => item.index,
    cursor: { spec: ['index', 'items_count'], v12: ['index'] },
    credits: 20,
  }),
} as const

export type ListId = keyof typeof LISTS
export type ListItem<Id extends ListId = ListId> = z.output<(typeof LISTS)[Id]['item']>
export const LIST_IDS = Object.keys(LISTS) as ListId[]

/** A row of the table without its item type, for code that treats all lists alike. */
export const listEndpoint = (id: ListId) => LISTS[id] as unknown as ListEndpoint
