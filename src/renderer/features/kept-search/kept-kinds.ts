import type { ListId } from '#shared/lists/list-table.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { MOVEMENTS } from '#shared/rpc/contract/row-limits.ts'

/** By kind of row: the list whose columns and words are used, whichever list a row is from. */
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
  'user-operation': 'address-user-operations',
  authorization: 'address-authorizations',
}

/** One kind of row, or all kinds with movements as one list. */
export type KeptKind = Resource | typeof MOVEMENTS

export const listOfKind = (kind: KeptKind): ListId => LISTS[kind === MOVEMENTS ? 'transaction' : kind]
export const kindOf = (text: unknown): KeptKind | undefined =>
  ([...Object.keys(LISTS), MOVEMENTS] as KeptKind[]).find((kind) => kind === text)
