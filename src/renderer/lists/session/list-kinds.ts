import type { ListId } from '#shared/lists/list-table.ts'

/** Lists whose newest rows come first: only of these the head tells what is new. */
export const LIVE_LISTS: ReadonlySet<ListId> = new Set<ListId>([
  'token-transfers',
  'token-transfers-of-token',
  'address-transactions',
  'address-internal-transactions',
  'address-blocks-validated',
  'address-withdrawals',
])

/** Lists that can be looked at as pictures. */
export const PICTURE_LISTS: ReadonlySet<ListId> = new Set<ListId>(['address-nfts', 'token-instances'])
