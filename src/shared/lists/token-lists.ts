/** The lists of a token, in the order of their tabs. */
import { $msgid } from '../text/gettext.ts'
import type { TokenInstance } from '../chain/token.ts'
import { row } from './list-endpoint.ts'
import { HOLDERS, TRANSFERS } from './list-kinds.ts'
import { OF_ADDRESS, OF_INSTANCE } from '../path-params.ts'

export const TOKEN_LISTS = {
  'token-transfers-of-token': row({
    operations: [5],
    path: '/tokens/{address_hash}/transfers',
    params: OF_ADDRESS,
    slug: 'transfers',
    aliases: ['token_transfers'],
    ...TRANSFERS,
    credits: 30,
  }),
  'token-holders': row({
    path: '/tokens/{address_hash}/holders',
    params: OF_ADDRESS,
    slug: 'holders',
    aliases: ['balances'],
    ...HOLDERS,
    cursor: { spec: ['address_hash', 'items_count', 'value'] },
    groupCursor: ['token_id'],
    counter: { detail: 'token', field: 'holders_count' },
  }),
  // The last one: of a token whose kind is told later it may go, and no other tab moves then.
  'token-instances': row({
    operations: [7],
    path: '/tokens/{address_hash}/instances',
    params: OF_ADDRESS,
    slug: 'instances',
    aliases: ['inventory'],
    resource: 'nft',
    filters: {
      holder_address_hash: {
        kind: 'address',
        description: $msgid('only those of one holder'),
        dialects: ['v11', 'v12'],
      },
    },
    identity: (item: TokenInstance) => item.id,
    order: null,
    cursor: { spec: ['unique_token'] },
    dialectKeys: { v12: { item: ['image_media_type', 'animation_media_type'] } },
    target: ({ token, id }, { address_hash: listed }) => {
      const address = token?.address_hash ?? listed
      return address === undefined ? undefined : { kind: 'nft', address, tokenId: id }
    },
  }),
  'instance-transfers': row({
    path: '/tokens/{address_hash}/instances/{token_id}/transfers',
    params: OF_INSTANCE,
    slug: 'transfers',
    aliases: ['token_transfers'],
    ...TRANSFERS,
    cursor: { spec: ['block_number', 'index', 'token_id'] },
    counter: { detail: 'instance-transfers-count', field: 'transfers_count' },
  }),
  'instance-holders': row({
    path: '/tokens/{address_hash}/instances/{token_id}/holders',
    params: OF_INSTANCE,
    slug: 'holders',
    ...HOLDERS,
    cursor: { spec: ['address_hash', 'items_count', 'token_id', 'value'] },
  }),
} as const
