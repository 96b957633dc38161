/** The columns of every list. A list without columns does not compile. */
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import {
  addressInternalTransactions,
  blockInternalTransactions,
  transactionInternalTransactions,
} from './address-internal-transactions.columns.ts'
import { advancedFilters } from './advanced-filters.columns.ts'
import { addressTokens } from './address-tokens.columns.ts'
import { addressTransactions, blockTransactions, latestTransactions } from './address-transactions.columns.ts'
import { addressCoinBalances } from './coin-balances.columns.ts'
import { addressBlocksValidated, latestBlocks } from './blocks.columns.ts'
import { addressLogs, transactionLogs } from './logs.columns.ts'
import { addressNftCollections } from './nft-collections.columns.ts'
import { addressNfts, tokenInstances } from './nfts.columns.ts'
import { searchResults } from './search.columns.ts'
import { transactionStateChanges } from './state-changes.columns.ts'
import { instanceHolders, tokenHolders } from './token-holders.columns.ts'
import {
  addressTokenTransfers,
  instanceTransfers,
  tokenTransfers,
  tokenTransfersOfToken,
  transactionTokenTransfers,
} from './token-transfers.columns.ts'
import { tokens } from './tokens.columns.ts'
import { addressAuthorizations } from './authorizations.columns.ts'
import { addressUserOperations } from './user-operations.columns.ts'
import { addressWithdrawals, blockWithdrawals } from './withdrawals.columns.ts'
import type { ListColumns } from './list-column.ts'

export const ALL_COLUMNS: { readonly [Id in ListId]: ListColumns<ListItem<Id>> } = {
  'token-holders': tokenHolders,
  'instance-transfers': instanceTransfers,
  'instance-holders': instanceHolders,
  'token-transfers': tokenTransfers,
  'latest-transactions': latestTransactions,
  'latest-blocks': latestBlocks,
  'advanced-filters': advancedFilters,
  tokens,
  search: searchResults,
  'block-transactions': blockTransactions,
  'block-internal-transactions': blockInternalTransactions,
  'block-withdrawals': blockWithdrawals,
  'transaction-token-transfers': transactionTokenTransfers,
  'transaction-internal-transactions': transactionInternalTransactions,
  'address-logs': addressLogs,
  'transaction-logs': transactionLogs,
  'address-coin-balances': addressCoinBalances,
  'address-tokens': addressTokens,
  'address-token-transfers': addressTokenTransfers,
  'address-internal-transactions': addressInternalTransactions,
  'transaction-state-changes': transactionStateChanges,
  'token-transfers-of-token': tokenTransfersOfToken,
  'token-instances': tokenInstances,
  'address-blocks-validated': addressBlocksValidated,
  'address-transactions': addressTransactions,
  'address-nfts': addressNfts,
  'address-nft-collections': addressNftCollections,
  'address-withdrawals': addressWithdrawals,
  'address-user-operations': addressUserOperations,
  'address-authorizations': addressAuthorizations,
}
