import type { ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import { wordMatcher } from '../../search-words.ts'
import { readTypeFilter } from '../chain/event-selectors.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { TOKEN_KEYS, tokenConfig } from '../config/tokens.ts'
import { tokenItem } from '../items/token-items.ts'
import { readText } from './cursor-values.ts'

/** The values that tokens are sorted by: amounts of money in cents, and counts. */
const SORTS: Readonly<Record<string, (item: WireItem) => number>> = {
  fiat_value: (item) => Number(item.exchange_rate ?? -1),
  holders_count: (item) => Number(item.holders_count),
  circulating_market_cap: (item) => Number(item.circulating_market_cap ?? -1),
}
const [BY_MARKET_CAP, BY_HOLDERS] = ['circulating_market_cap', 'holders_count'] as const

/** Tokens of the chain: the most valuable first, then those with the most holders, or as the request sorts them. */
export function tokensOfChain(snapshot: Snapshot, { filters, after, limit }: ListRequest): ListPage {
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
