import type { ListId } from '#shared/lists/list-table.ts'
import type { ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import { wordMatcher } from '../../search-words.ts'
import type { Participant } from '../chain/chain-model.ts'
import { readTypeFilter } from '../chain/event-selectors.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { type TokenKey, TOKEN_KEYS, tokenConfig } from '../config/tokens.ts'
import { ledgerEntriesOf, stateChangeItem } from '../items/state-changes.ts'
import { tokenOf, tokenItem } from '../items/token-items.ts'
import { authorizationsOfAddress } from './authorization-list.ts'
import { advancedFilters } from './advanced-filters.ts'
import { blocksOfMiner, latestBlocks, withdrawalsOfAddress } from './block-lists.ts'
import { coinBalancesOfAddress } from './coin-balance-list.ts'
import { readInteger, readText } from './cursor-values.ts'
import { holdersOfToken } from './holder-list.ts'
import { holdersOfInstance, transfersOfInstance } from './instance-lists.ts'
import { internalTransactionsOfAddress } from './internal-list.ts'
import { logsOfAddress, logsOfTransaction, operationsOfAddress } from './log-lists.ts'
import { collectionsOfAddress, instancesOfToken, nftsOfAddress } from './nft-lists.ts'
import { search } from './search-list.ts'
import { tokensOfAddress } from './token-list.ts'
import { internalsOfBlock, transactionsOfBlock, withdrawalsOfBlock } from './lists-of-block.ts'
import { internalsOfTransaction, transfersOfTransaction } from './lists-of-transaction.ts'
import { latestTransactions, transactionsOfAddress } from './transaction-list.ts'
import { latestTransfers, transfersOfAddress, transfersOfToken } from './transfer-lists.ts'

/** The values that tokens are sorted by: amounts of money in cents, and counts. */
const SORTS: Readonly<Record<string, (item: WireItem) => number>> = {
  fiat_value: (item) => Number(item.exchange_rate ?? -1),
  holders_count: (item) => Number(item.holders_count),
  circulating_market_cap: (item) => Number(item.circulating_market_cap ?? -1),
}
const [BY_MARKET_CAP, BY_HOLDERS] = ['circulating_market_cap', 'holders_count'] as const

/** Tokens of the chain: the most valuable first, then those with the most holders, or as the request sorts them. */
function tokensOfChain(snapshot: Snapshot, { filters, after, limit }: ListRequest): ListPage {
  const types = readTypeFilter(filters.type)
  const matches = typeof filters.q === 'string' ? wordMatcher(filters.q) : () => true
  const sort = typeof filters.sort === 'string' ? filters.sort : BY_MARKET_CAP
  const direction = filters.order === 'asc' ? -1 : 1
  const keys = [sort, ...[BY_MARKET_CAP, BY_HOLDERS].filter((key) => key !== sort)]
  const found = TOKEN_KEYS.filter((key) => {
    const { type, name, symbol } = tokenConfig(key)
    return (types === null || types.includes(type)) && matches(name, symbol)
  })
    .map((key) => tokenItem(snapshot, key))
    .sort((one, other) => {
      for (const key of keys) {
        const difference = (SORTS[key]?.(other) ?? 0) - (SORTS[key]?.(one) ?? 0)
        if (difference !== 0) return direction * difference
      }
      return 0
    })
  const last = after && readText(after, 'contract_address_hash')?.toLowerCase()
  const start = found.findIndex((item) => String(item.address_hash).toLowerCase() === last) + 1
  const shown = found.slice(start, start + limit)
  const end = shown.at(-1)
  return {
    items: shown,
    next: end && start + limit < found.length ? tokenPosition(end) : null,
  }
}

const tokenPosition = (item: WireItem) => ({
  contract_address_hash: String(item.address_hash),
  fiat_value: item.exchange_rate as string | null,
  holders_count: String(item.holders_count),
  is_name_null: item.name === null,
  market_cap: item.circulating_market_cap as string | null,
  name: item.name as string | null,
})

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
  'address-authorizations': ofAddress(authorizationsOfAddress),
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

/** `null` for an unknown transaction. A pending one has no state changes. */
function stateChangesOfTransaction(
  snapshot: Snapshot,
  { params, after, limit }: ListRequest,
): ListPage | null {
  const transaction = snapshot.model.findTransaction(params.transaction_hash ?? '')
  if (!transaction || !snapshot.isKnown(transaction)) return null
  const entries = snapshot.isMined(transaction) ? ledgerEntriesOf(snapshot, transaction) : []
  const start = after
    ? (readInteger(after, 'state_changes_count') ?? readInteger(after, 'items_count') ?? 0)
    : 0
  const end = start + limit
  return {
    items: entries.slice(start, end).map((entry) => stateChangeItem(snapshot, transaction, entry)),
    next: end < entries.length ? { state_changes: null, state_changes_count: end, items_count: end } : null,
  }
}
