/** Single things that an instance may give beside its lists. */
import * as z from 'zod/mini'
import { addressCounters, addressDetail, addressTabCounters } from '../chain/address.ts'
import { block } from '../chain/block.ts'
import { coinBalanceByDay } from '../chain/coin-balance.ts'
import { callTrace } from '../chain/call-trace.ts'
import { searchRedirect, searchResults } from '../chain/search.ts'
import {
  backendConfig,
  backendVersion,
  chainStatistics,
  indexingStatus,
  instanceTransfersCount,
  tokenCounters,
  transactionStatistics,
} from '../chain/statistics.ts'
import { smartContract } from '../chain/smart-contract.ts'
import { token, tokenInstance } from '../chain/token.ts'
import { transaction } from '../chain/transaction.ts'
import {
  OF_ADDRESS,
  OF_BLOCK,
  OF_INSTANCE,
  OF_SEARCH,
  OF_TRANSACTION,
  type ParamFormat,
} from './path-params.ts'

export interface DetailEndpoint<Schema extends z.core.$ZodType = z.core.$ZodType> {
  readonly path: string
  /** Those that do not stand in the path are in the query. */
  readonly params: Readonly<Record<string, ParamFormat>>
  readonly item: Schema
  readonly credits: number
  readonly noun: string
  /** The API gives a bare list, which its schema bounds itself; anything else is bounded like the item of a page. */
  readonly isList?: true
}

const detail = <Schema extends z.core.$ZodType>(endpoint: DetailEndpoint<Schema>) => endpoint

/** Neighbours of the specification: enrichment where an instance has them, never required. Our own service has them. */
export const DETAILS = {
  transaction: detail({
    path: '/transactions/{transaction_hash}',
    params: OF_TRANSACTION,
    item: transaction,
    credits: 20,
    noun: 'transaction',
  }),
  'transaction-calls': detail({
    path: '/transactions/{transaction_hash}/raw-trace',
    params: OF_TRANSACTION,
    item: callTrace,
    credits: 50,
    noun: 'call trace',
    isList: true,
  }),
  address: detail({
    path: '/addresses/{address_hash}',
    params: OF_ADDRESS,
    item: addressDetail,
    credits: 20,
    noun: 'address',
  }),
  'address-counters': detail({
    path: '/addresses/{address_hash}/counters',
    params: OF_ADDRESS,
    item: addressCounters,
    credits: 20,
    noun: 'counters',
  }),
  'address-tab-counters': detail({
    path: '/addresses/{address_hash}/tabs-counters',
    params: OF_ADDRESS,
    item: addressTabCounters,
    credits: 20,
    noun: 'counters',
  }),
  'address-coin-balances-by-day': detail({
    path: '/addresses/{address_hash}/coin-balance-history-by-day',
    params: OF_ADDRESS,
    item: coinBalanceByDay,
    credits: 50,
    noun: 'balances by day',
  }),
  'smart-contract': detail({
    path: '/smart-contracts/{address_hash}',
    params: OF_ADDRESS,
    item: smartContract,
    credits: 20,
    noun: 'contract',
  }),
  token: detail({
    path: '/tokens/{address_hash}',
    params: OF_ADDRESS,
    item: token,
    credits: 20,
    noun: 'token',
  }),
  block: detail({
    path: '/blocks/{block_hash_or_number}',
    params: OF_BLOCK,
    item: block,
    credits: 20,
    noun: 'block',
  }),
  'token-instance': detail({
    path: '/tokens/{address_hash}/instances/{token_id}',
    params: OF_INSTANCE,
    item: tokenInstance,
    credits: 20,
    noun: 'NFT',
  }),
  'token-counters': detail({
    path: '/tokens/{address_hash}/counters',
    params: OF_ADDRESS,
    item: tokenCounters,
    credits: 20,
    noun: 'counters',
  }),
  'instance-transfers-count': detail({
    path: '/tokens/{address_hash}/instances/{token_id}/transfers-count',
    params: OF_INSTANCE,
    item: instanceTransfersCount,
    credits: 20,
    noun: 'counter',
  }),
  'search-quick': detail({
    path: '/search/quick',
    params: OF_SEARCH,
    item: searchResults,
    credits: 25,
    noun: 'search',
  }),
  'search-redirect': detail({
    path: '/search/check-redirect',
    params: OF_SEARCH,
    item: searchRedirect,
    credits: 20,
    noun: 'search',
  }),
  'chain-statistics': detail({
    path: '/stats',
    params: {},
    item: chainStatistics,
    credits: 20,
    noun: 'statistics',
  }),
  'transaction-statistics': detail({
    path: '/transactions/stats',
    params: {},
    item: transactionStatistics,
    credits: 20,
    noun: 'statistics',
  }),
  'indexing-status': detail({
    path: '/main-page/indexing-status',
    params: {},
    item: indexingStatus,
    credits: 20,
    noun: 'status',
  }),
  'main-page-blocks': detail({
    path: '/main-page/blocks',
    params: {},
    item: z.array(block),
    credits: 20,
    noun: 'blocks',
  }),
  'main-page-transactions': detail({
    path: '/main-page/transactions',
    params: {},
    item: z.array(transaction),
    credits: 20,
    noun: 'transactions',
  }),
  'backend-version': detail({
    path: '/config/backend-version',
    params: {},
    item: backendVersion,
    credits: 20,
    noun: 'version',
  }),
  'backend-config': detail({
    path: '/config/backend',
    params: {},
    item: backendConfig,
    credits: 20,
    noun: 'configuration',
  }),
} as const

export type DetailId = keyof typeof DETAILS
/** Those that our own service makes of its lists, or says of itself. */
export type DerivedDetailId =
  | 'search-quick'
  | 'search-redirect'
  | 'main-page-blocks'
  | 'main-page-transactions'
  | 'backend-version'
  | 'backend-config'
export type DetailItem<Id extends DetailId = DetailId> = z.output<(typeof DETAILS)[Id]['item']>
export const DETAIL_IDS = Object.keys(DETAILS) as DetailId[]
export const detailEndpoint = (id: DetailId) => DETAILS[id] as unknown as DetailEndpoint
