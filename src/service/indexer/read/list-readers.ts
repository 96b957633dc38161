import type { ListId } from '#shared/lists/list-table.ts'
import type { ListPage, ListRequest } from '../../chain-reader.ts'
import { blocksOfMiner } from './block-list.ts'
import { internalTransactionsOfAddress } from './internal-lists.ts'
import type { ReadContext } from './read-context.ts'
import { holdersOfToken, instancesOfToken, nftsOfAddress, tokensOfAddress } from './token-lists.ts'
import { transactionsOfAddress } from './transaction-lists.ts'
import { latestTransfers, transfersOfToken } from './transfer-lists.ts'
import { withdrawalsOfAddress } from './withdrawal-list.ts'

/** Reads one page from the index; null where the thing the path names is not known. */
type ListReader = (context: ReadContext, request: ListRequest) => ListPage | null

/** One reader per list of the API. State changes are read from the node as well: see state-change-list.ts. */
export const LIST_READERS: Readonly<Record<Exclude<ListId, 'transaction-state-changes'>, ListReader>> = {
  'token-transfers': latestTransfers,
  'token-transfers-of-token': transfersOfToken,
  'address-transactions': transactionsOfAddress,
  'address-internal-transactions': internalTransactionsOfAddress,
  'address-tokens': tokensOfAddress,
  'address-nfts': nftsOfAddress,
  'token-instances': instancesOfToken,
  'token-holders': holdersOfToken,
  'address-blocks-validated': blocksOfMiner,
  'address-withdrawals': withdrawalsOfAddress,
}
