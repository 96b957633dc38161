/** The list of transactions, calls inside them and token transfers together, with many filters. */
import type { AdvancedFilterItem } from '../chain/advanced-filter.ts'
import { type Filter, oneOf, TOKEN_TYPES } from './filters.ts'
import { row } from './list-endpoint.ts'

/** Kinds of transactions and calls. A call that sends coins to a contract has two of them. */
const COIN_TYPES = ['coin_transfer', 'contract_interaction', 'contract_creation'] as const

const listOf = (format: Extract<Filter, { kind: 'listOf' }>['format'], description: string): Filter => ({
  kind: 'listOf',
  format,
  description,
})

const CURSOR = [
  'block_number',
  'transaction_index',
  'internal_transaction_index',
  'token_transfer_index',
  'token_transfer_batch_index',
] as const

export const ADVANCED_FILTER_LIST = {
  'advanced-filters': row({
    path: '/advanced-filters',
    params: {},
    slug: 'advanced-filters',
    aliases: ['advanced-filter'],
    resource: 'advanced-filter',
    filters: {
      transaction_types: {
        kind: 'many',
        values: [...COIN_TYPES, ...TOKEN_TYPES],
        description: 'only these kinds of transactions, calls and tokens',
      },
      methods: listOf('selector', 'only transactions that called one of these, and their transfers'),
      methods_names: listOf('searchText', 'besides those of methods: by the name the source gives them'),
      age_from: { kind: 'time', description: 'only from this time on' },
      age_to: { kind: 'time', description: 'only up to this time' },
      from_address_hashes_to_include: listOf('address', 'only from one of these'),
      from_address_hashes_to_exclude: listOf('address', 'none from one of these'),
      to_address_hashes_to_include: listOf('address', 'only to one of these'),
      to_address_hashes_to_exclude: listOf('address', 'none to one of these'),
      address_relation: oneOf(
        ['or', 'and'],
        'whether one of from and to is enough, or both must be included',
      ),
      amount_from: { kind: 'amount', description: 'only at least this much, in whole coins or tokens' },
      amount_to: { kind: 'amount', description: 'only at most this much, in whole coins or tokens' },
      token_contract_address_hashes_to_include: listOf('tokenOrCoin', 'only of these tokens'),
      token_contract_address_hashes_to_exclude: listOf('tokenOrCoin', 'none of these tokens'),
      // Several tokens can share a symbol; the filter by address tells them apart.
      token_contract_symbols_to_include: listOf(
        'searchText',
        'what the included tokens are called; chooses none',
      ),
      token_contract_symbols_to_exclude: listOf(
        'searchText',
        'what the excluded tokens are called; chooses none',
      ),
    },
    identity: (item: AdvancedFilterItem) =>
      [
        item.hash.toLowerCase(),
        item.internal_transaction_index,
        item.token_transfer_index,
        item.token_transfer_batch_index,
      ]
        .map((part) => String(part ?? ''))
        .join(':'),
    order: { height: 'block_number', index: 'transaction_index', direction: 'desc' },
    cursor: { spec: [...CURSOR, 'items_count'], v12: CURSOR },
    target: ({ hash, internal_transaction_index: call }) =>
      call == null || !Number.isSafeInteger(call)
        ? { kind: 'transaction', hash }
        : { kind: 'transaction', hash, call },
  }),
} as const
