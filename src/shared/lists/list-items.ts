/** The schema of each list's items, for the core and the service. The window needs only the types. */
import type * as z from 'zod/mini'
import { advancedFilterItem } from '../chain/advanced-filter.ts'
import { block, withdrawal } from '../chain/block.ts'
import { coinBalance } from '../chain/coin-balance.ts'
import { log } from '../chain/log.ts'
import { searchItem } from '../chain/search.ts'
import {
  nftCollection,
  ownedInstance,
  token,
  tokenBalance,
  tokenHolder,
  tokenInstance,
  tokenTransfer,
} from '../chain/token.ts'
import { internalTransaction, stateChange, transaction } from '../chain/transaction.ts'
import { authorization } from '../chain/authorization.ts'
import { userOperation } from '../chain/user-operation.ts'
import type { ListId, ListItem } from './list-table.ts'

export const LIST_ITEMS = {
  'address-transactions': transaction,
  'address-token-transfers': tokenTransfer,
  'address-internal-transactions': internalTransaction,
  'address-tokens': tokenBalance,
  'address-nfts': ownedInstance,
  'address-nft-collections': nftCollection,
  'address-logs': log,
  'address-blocks-validated': block,
  'address-withdrawals': withdrawal,
  'address-coin-balances': coinBalance,
  'address-user-operations': userOperation,
  'address-authorizations': authorization,
  'token-transfers-of-token': tokenTransfer,
  'token-instances': tokenInstance,
  'token-holders': tokenHolder,
  'instance-transfers': tokenTransfer,
  'instance-holders': tokenHolder,
  'transaction-state-changes': stateChange,
  'transaction-token-transfers': tokenTransfer,
  'transaction-internal-transactions': internalTransaction,
  'transaction-logs': log,
  'block-transactions': transaction,
  'block-internal-transactions': internalTransaction,
  'block-withdrawals': withdrawal,
  'token-transfers': tokenTransfer,
  'latest-transactions': transaction,
  'latest-blocks': block,
  tokens: token,
  search: searchItem,
  'advanced-filters': advancedFilterItem,
} as const satisfies { readonly [Id in ListId]: z.core.$ZodType<ListItem<Id>> }

export const listItem = (id: ListId): z.core.$ZodType => LIST_ITEMS[id]
