import type { ListId } from '#shared/lists/list-table.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'

/** The list whose columns and words stand for a kind of row, whatever list it was read from. */
const LISTS: Readonly<Record<Resource, ListId>> = {
  transaction: 'latest-transactions',
  'internal-transaction': 'address-internal-transactions',
  transfer: 'token-transfers',
  'advanced-filter': 'advanced-filters',
  log: 'address-logs',
  block: 'latest-blocks',
  withdrawal: 'address-withdrawals',
  'coin-balance': 'address-coin-balances',
  'token-balance': 'address-tokens',
  nft: 'address-nfts',
  'nft-collection': 'address-nft-collections',
  holder: 'token-holders',
  token: 'tokens',
  'state-change': 'transaction-state-changes',
  'search-result': 'search',
}

export const listOfKind = (kind: Resource): ListId => LISTS[kind]
export const kindOf = (text: unknown): Resource | undefined =>
  (Object.keys(LISTS) as Resource[]).find((kind) => kind === text)
