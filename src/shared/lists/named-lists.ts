/** Lists whose items are found by name: the tokens of a chain, and search results. */
import { $msgid } from '../text/gettext.ts'
import type { SearchItem } from '../chain/search.ts'
import type { Token } from '../chain/token.ts'
import { oneOf, tokenTypes } from './filters.ts'
import { row, type RowTarget } from './list-endpoint.ts'

/**
 * The identity of a search result: the thing, whichever of its texts matched. An address can match by its name and by
 * its label.
 */
function searchIdentity(item: SearchItem): string {
  const of = item.address_hash ?? item.transaction_hash ?? item.block_hash ?? item.block_number
  const other = of ?? item.user_operation_hash ?? item.blob_hash ?? ''
  return `${item.type}:${other.toLowerCase()}:${item.type === 'block' ? '' : (searchName(item) ?? '')}`
}

/** The text that matched: a name, or the text of a tag. */
export const searchName = ({ name, ens_info, metadata }: SearchItem): string | undefined =>
  metadata?.name ?? ens_info?.name ?? name ?? undefined

/** The page of a search result; undefined if there is none here. */
export function searchTarget(item: SearchItem): RowTarget | undefined {
  const { type, address_hash: address, transaction_hash: hash } = item
  if (type === 'block') {
    const block = item.block_number ?? item.block_hash
    return block == null ? undefined : { kind: 'block', block }
  }
  if (hash != null) return { kind: 'transaction', hash }
  return address == null ? undefined : { kind: type === 'token' ? 'token' : 'address', address }
}

export const NAMED_LISTS = {
  tokens: row({
    path: '/tokens',
    params: {},
    slug: 'tokens',
    resource: 'token',
    filters: {
      q: { kind: 'searchText', description: $msgid('only tokens with this in their name or symbol') },
      type: tokenTypes(),
      sort: oneOf(['fiat_value', 'holders_count', 'circulating_market_cap'], 'what to sort by', [
        'v11',
        'v12',
      ]),
      order: oneOf(['asc', 'desc'], 'which way to sort', ['v11', 'v12']),
    },
    identity: (item: Token) => item.address_hash.toLowerCase(),
    order: null,
    cursor: {
      spec: [
        'contract_address_hash',
        'fiat_value',
        'holders_count',
        'is_name_null',
        'items_count',
        'market_cap',
        'name',
      ],
      v12: ['contract_address_hash', 'fiat_value', 'holders_count', 'is_name_null', 'market_cap', 'name'],
    },
    target: (item) => ({ kind: 'token', address: item.address_hash }),
  }),
  search: row({
    path: '/search',
    params: {},
    slug: 'search',
    resource: 'search-result',
    filters: { q: { kind: 'searchText', description: $msgid('what to search for') } },
    identity: searchIdentity,
    order: null,
    cursor: { spec: ['items_count'], v12: ['results_count'] },
    target: searchTarget,
  }),
} as const
