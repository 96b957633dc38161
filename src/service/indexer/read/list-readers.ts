import type { ListId } from '#shared/lists/list-table.ts'
import type { ListPage, ListRequest } from '../../chain-reader.ts'
import { balanceNotice, addNotice, startNotice, traceNotice } from './notices.ts'
import { authorizationsOfAddress } from './lists/authorization-list.ts'
import { blocksOfMiner, latestBlocks } from './lists/block-list.ts'
import { coinBalancesOfAddress } from './lists/coin-balance-list.ts'
import { collectionsOfAddress } from './lists/collection-list.ts'
import { internalsOfTransaction, internalTransactionsOfAddress } from './lists/internal-lists.ts'
import { internalsOfBlock, transactionsOfBlock, withdrawalsOfBlock } from './lists/lists-of-block.ts'
import type { ListSources } from './lists/list-sources.ts'
import { logsOfAddress, logsOfTransaction } from './lists/log-lists.ts'
import { operationsOfAddress } from './lists/operation-list.ts'
import { pendingTransactions } from './lists/pending-transactions.ts'
import type { ReadContext } from './read-context.ts'
import { advancedFilters } from './chain/advanced-filters.ts'
import { search } from './chain/search-list.ts'
import { stateChangesOfTransaction } from './lists/state-change-list.ts'
import {
  holdersOfInstance,
  holdersOfToken,
  instancesOfToken,
  nftsOfAddress,
  tokensOfAddress,
} from './lists/token-lists.ts'
import { tokensOfChain } from './chain/tokens-of-chain.ts'
import { latestTransactions, transactionsOfAddress } from './lists/transaction-lists.ts'
import {
  latestTransfers,
  transfersOfAddress,
  transfersOfInstance,
  transfersOfToken,
  transfersOfTransaction,
} from './lists/transfer-lists.ts'
import { withdrawalsOfAddress } from './lists/withdrawal-list.ts'

/** Reads one page; null where the thing the path names is not known. */
type ListReader = (sources: ListSources, request: ListRequest) => Promise<ListPage | null>
type IndexQuery = (context: ReadContext, request: ListRequest) => ListPage | null

const fromIndex =
  (query: IndexQuery): ListReader =>
  (sources, request) =>
    sources.readWithFetch((context) => {
      const page = query(context, request)
      return page && addNotice(page, startNotice(context.start))
    })

/** A list of balances says whether they are those of the events. */
const ofBalances = (query: IndexQuery, ofOneToken = false): ListReader =>
  fromIndex((context, request) => {
    const page = query(context, request)
    return page && addNotice(page, balanceNotice(context, ofOneToken))
  })

/** A list made of call frames says whether the index has all of them. */
const fromFrames =
  (query: IndexQuery): ListReader =>
  (sources, request) =>
    sources.readWithFetch((context) => {
      const page = query(context, request)
      const traces = traceNotice(context.store.totals, sources.onDemand)
      return page && addNotice(addNotice(page, traces), startNotice(context.start))
    })

/** One reader per list of the API. */
export const LIST_READERS: Readonly<Record<ListId, ListReader>> = {
  'token-transfers': fromIndex(latestTransfers),
  'latest-transactions': (sources, request) =>
    request.filters.filter === 'pending'
      ? pendingTransactions(sources, request)
      : fromIndex(latestTransactions)(sources, request),
  'latest-blocks': fromIndex(latestBlocks),
  'advanced-filters': fromFrames(advancedFilters),
  tokens: fromIndex(tokensOfChain),
  search: fromIndex(search),
  'block-transactions': fromIndex(transactionsOfBlock),
  'block-internal-transactions': fromFrames(internalsOfBlock),
  'block-withdrawals': fromIndex(withdrawalsOfBlock),
  'transaction-token-transfers': fromIndex(transfersOfTransaction),
  'transaction-internal-transactions': fromFrames(internalsOfTransaction),
  'transaction-logs': fromIndex(logsOfTransaction),
  'token-transfers-of-token': fromIndex(transfersOfToken),
  'address-transactions': fromIndex(transactionsOfAddress),
  'address-token-transfers': fromIndex(transfersOfAddress),
  'address-internal-transactions': fromFrames(internalTransactionsOfAddress),
  'address-tokens': ofBalances(tokensOfAddress),
  'address-nfts': ofBalances(nftsOfAddress),
  'token-instances': fromIndex(instancesOfToken),
  'instance-transfers': fromIndex(transfersOfInstance),
  'instance-holders': ofBalances(holdersOfInstance, true),
  'token-holders': ofBalances(holdersOfToken, true),
  'address-nft-collections': ofBalances(collectionsOfAddress),
  'address-logs': fromIndex(logsOfAddress),
  'address-blocks-validated': fromIndex(blocksOfMiner),
  'address-coin-balances': coinBalancesOfAddress,
  'address-withdrawals': fromIndex(withdrawalsOfAddress),
  'address-user-operations': fromIndex(operationsOfAddress),
  'address-authorizations': authorizationsOfAddress,
  // From the node as well as from the index.
  'transaction-state-changes': stateChangesOfTransaction,
}
