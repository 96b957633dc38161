/** The schema of each detail in the table, for the core and the service. The window needs only the types. */
import * as z from 'zod/mini'
import { addressCounters, addressDetail, addressTabCounters } from '../chain/address.ts'
import { block } from '../chain/block.ts'
import { readCallTrace, type CallTrace } from '../chain/call-trace.ts'
import { coinBalanceByDay } from '../chain/coin-balance.ts'
import { searchRedirect, searchResults } from '../chain/search.ts'
import { smartContract } from '../chain/smart-contract.ts'
import {
  backendConfig,
  backendVersion,
  chainStatistics,
  indexingStatus,
  instanceTransfersCount,
  tokenCounters,
  transactionStatistics,
} from '../chain/statistics.ts'
import { token, tokenInstance } from '../chain/token.ts'
import { transaction } from '../chain/transaction.ts'
import type { DetailId } from './detail-table.ts'

const callTrace = z.transform<unknown, CallTrace>((input, context) => {
  if (Array.isArray(input)) return readCallTrace(input)
  context.issues.push({ code: 'custom', message: 'a list of calls', input })
  return z.NEVER
})

export const DETAIL_ITEMS = {
  transaction,
  'transaction-calls': callTrace,
  address: addressDetail,
  'address-counters': addressCounters,
  'address-tab-counters': addressTabCounters,
  'address-coin-balances-by-day': coinBalanceByDay,
  'smart-contract': smartContract,
  token,
  block,
  'token-instance': tokenInstance,
  'token-counters': tokenCounters,
  'instance-transfers-count': instanceTransfersCount,
  'search-quick': searchResults,
  'search-redirect': searchRedirect,
  'chain-statistics': chainStatistics,
  'transaction-statistics': transactionStatistics,
  'indexing-status': indexingStatus,
  'main-page-blocks': z.array(block),
  'main-page-transactions': z.array(transaction),
  'backend-version': backendVersion,
  'backend-config': backendConfig,
} as const satisfies Readonly<Record<DetailId, z.core.$ZodType>>

export type DetailItem<Id extends DetailId = DetailId> = z.output<(typeof DETAIL_ITEMS)[Id]>
export const detailItem = (id: DetailId): z.core.$ZodType => DETAIL_ITEMS[id]
