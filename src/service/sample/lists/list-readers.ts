import type { ListId } from '#shared/lists/list-table.ts'
import type { ListPage, ListRequest } from '../../chain-reader.ts'
import type { Participant } from '../chain/chain-model.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { TokenKey } from '../config/tokens.ts'
import { tokenOf } from '../items/token-items.ts'
import { advancedFilters } from './advanced-filters.ts'
import { blocksOfMiner, latestBlocks, withdrawalsOfAddress } from './block-lists.ts'
import { coinBalancesOfAddress } from './coin-balance-list.ts'
import { holdersOfToken } from './holder-list.ts'
import { holdersOfInstance, transfersOfInstance } from './instance-lists.ts'
import { internalTransactionsOfAddress } from './internal-list.ts'
import { logsOfAddress, logsOfTransaction, operationsOfAddress } from './log-lists.ts'
import { collectionsOfAddress, instancesOfToken, nftsOfAddress } from './nft-lists.ts'
import { search } from './search-list.ts'
import { stateChangesOfTransaction } from './state-change-list.ts'
import { tokensOfAddress } from './token-list.ts'
import { internalsOfBlock, transactionsOfBlock, withdrawalsOfBlock } from './lists-of-block.ts'
import { internalsOfTransaction, transfersOfTransaction } from './lists-of-transaction.ts'
import { tokensOfChain } from './tokens-of-chain.ts'
import { latestTransactions, transactionsOfAddress } from './transaction-list.ts'
import { latestTransfers, transfersOfAddress, transfersOfToken } from './transfer-lists.ts'

/** Reads one page; null if the thing in the path is unknown. */
type ListReader = (snapshot: Snapshot, request: ListRequest) => ListPage | null

/** One reader per list of the API. */
export const LIST_READERS: Readonly<Record<ListId, ListReader>> = {
  'token-transfers': latestTransfers,
  'latest-transactions': latestTransactions,
  'latest-blocks': latestBlocks,
  'advanced-filters': advancedFilters,
  tokens: tokensOfChain,
  search,
  'block-transactions': transactionsOfBlock,
  'block-internal-transactions': internalsOfBlock,
  'block-withdrawals': withdrawalsOfBlock,
  'transaction-token-transfers': transfersOfTransaction,
  'transaction-internal-transactions': internalsOfTransaction,
  'transaction-logs': logsOfTransaction,
  'token-transfers-of-token': ofToken(transfersOfToken),
  'token-instances': ofToken(instancesOfToken),
  'instance-transfers': ofToken(transfersOfInstance),
  'instance-holders': ofToken(holdersOfInstance),
  'token-holders': ofToken(holdersOfToken),
  'transaction-state-changes': stateChangesOfTransaction,
  'address-transactions': ofAddress(transactionsOfAddress),
  'address-token-transfers': ofAddress(transfersOfAddress),
  'address-internal-transactions': ofAddress(internalTransactionsOfAddress),
  'address-tokens': ofAddress(tokensOfAddress),
  'address-nfts': ofAddress(nftsOfAddress),
  'address-nft-collections': ofAddress(collectionsOfAddress),
  'address-logs': ofAddress(logsOfAddress),
  'address-blocks-validated': ofAddress(blocksOfMiner),
  'address-coin-balances': ofAddress(coinBalancesOfAddress),
  'address-withdrawals': ofAddress(withdrawalsOfAddress),
  'address-user-operations': ofAddress(operationsOfAddress),
}

/** An unknown address has empty lists. */
function ofAddress(
  read: (snapshot: Snapshot, participant: Participant, request: ListRequest) => ListPage,
): ListReader {
  return (snapshot, request) => {
    const participant = snapshot.model.findParticipant(request.params.address_hash ?? '')
    return participant ? read(snapshot, participant, request) : { items: [], next: null }
  }
}

function ofToken(
  read: (snapshot: Snapshot, token: TokenKey, request: ListRequest) => ListPage | null,
): ListReader {
  return (snapshot, request) => {
    const token = tokenOf(snapshot.model.findParticipant(request.params.address_hash ?? ''))
    return token && read(snapshot, token, request)
  }
}
