/**
 * The table of details: single things that an instance may serve besides its lists. Their schemas are in
 * `detail-items.ts`.
 */
import {
  OF_ADDRESS,
  OF_BLOCK,
  OF_INSTANCE,
  OF_SEARCH,
  OF_TRANSACTION,
  type ParamFormat,
} from '../path-params.ts'

export interface DetailEndpoint {
  readonly path: string
  /** Parameters that are not in the path are in the query. */
  readonly params: Readonly<Record<string, ParamFormat>>
  /** 20 unless given. */
  readonly credits: number
  readonly noun: string
  /** The API returns a plain list, which its schema bounds. Any other detail has the limits of an item of a page. */
  readonly isList?: true
}

/** Details outside the specification, which are optional: instances may have them, and our own service does. */
export const DETAILS = {
  transaction: {
    path: '/transactions/{transaction_hash}',
    params: OF_TRANSACTION,
    noun: 'transaction',
  },
  'transaction-calls': {
    path: '/transactions/{transaction_hash}/raw-trace',
    params: OF_TRANSACTION,
    credits: 50,
    noun: 'call trace',
    isList: true,
  },
  address: {
    path: '/addresses/{address_hash}',
    params: OF_ADDRESS,
    noun: 'address',
  },
  'address-counters': {
    path: '/addresses/{address_hash}/counters',
    params: OF_ADDRESS,
    noun: 'counters',
  },
  'address-tab-counters': {
    path: '/addresses/{address_hash}/tabs-counters',
    params: OF_ADDRESS,
    noun: 'counters',
  },
  'address-coin-balances-by-day': {
    path: '/addresses/{address_hash}/coin-balance-history-by-day',
    params: OF_ADDRESS,
    credits: 50,
    noun: 'balances by day',
  },
  'smart-contract': {
    path: '/smart-contracts/{address_hash}',
    params: OF_ADDRESS,
    noun: 'contract',
  },
  token: {
    path: '/tokens/{address_hash}',
    params: OF_ADDRESS,
    noun: 'token',
  },
  block: {
    path: '/blocks/{block_hash_or_number}',
    params: OF_BLOCK,
    noun: 'block',
  },
  'token-instance': {
    path: '/tokens/{address_hash}/instances/{token_id}',
    params: OF_INSTANCE,
    noun: 'NFT',
  },
  'token-counters': {
    path: '/tokens/{address_hash}/counters',
    params: OF_ADDRESS,
    noun: 'counters',
  },
  'instance-transfers-count': {
    path: '/tokens/{address_hash}/instances/{token_id}/transfers-count',
    params: OF_INSTANCE,
    noun: 'counter',
  },
  'search-quick': {
    path: '/search/quick',
    params: OF_SEARCH,
    credits: 25,
    noun: 'search',
  },
  'search-redirect': {
    path: '/search/check-redirect',
    params: OF_SEARCH,
    noun: 'search',
  },
  'chain-statistics': {
    path: '/stats',
    params: {},
    noun: 'statistics',
  },
  'transaction-statistics': {
    path: '/transactions/stats',
    params: {},
    noun: 'statistics',
  },
  'indexing-status': {
    path: '/main-page/indexing-status',
    params: {},
    noun: 'status',
  },
  'main-page-blocks': {
    path: '/main-page/blocks',
    params: {},
    noun: 'blocks',
  },
  'main-page-transactions': {
    path: '/main-page/transactions',
    params: {},
    noun: 'transactions',
  },
  'backend-version': {
    path: '/config/backend-version',
    params: {},
    noun: 'version',
  },
  'backend-config': {
    path: '/config/backend',
    params: {},
    noun: 'configuration',
  },
} as const satisfies Readonly<
  Record<string, Omit<DetailEndpoint, 'credits'> & Partial<Pick<DetailEndpoint, 'credits'>>>
>

export type DetailId = keyof typeof DETAILS
/** Details that our own service computes from its lists or reports about itself. */
export type DerivedDetailId =
  | 'search-quick'
  | 'search-redirect'
  | 'main-page-blocks'
  | 'main-page-transactions'
  | 'backend-version'
  | 'backend-config'
export const DETAIL_IDS = Object.keys(DETAILS) as DetailId[]
export const detailEndpoint = (id: DetailId): DetailEndpoint => ({ credits: 20, ...DETAILS[id] })
