/**
 * Adds the fields that v12 frontends read besides a thing's own item: they are derived from other responses of the
 * same chain.
 */
import type { DetailId } from '#shared/lists/detail-table.ts'
import { contractInFull } from './explorer/contract-fields.ts'
import type { ChainReader, WireItem } from '../chain-reader.ts'

type Params = Readonly<Record<string, string>>

/** `hasPrices`: the caller accepts gas prices as objects. */
export async function withExplorerFields(
  reader: ChainReader,
  id: DetailId,
  params: Params,
  item: WireItem,
  hasPrices: boolean,
): Promise<WireItem> {
  if (id === 'address') return { ...item, ...(await whatItHas(reader, params)) }
  // A chain that follows no node is made up, and its contracts have no code.
  if (id === 'smart-contract') return contractInFull(item, reader.progress !== undefined)
  if (id === 'chain-statistics' && hasPrices) return { ...item, gas_prices: pricesAsObjects(item) }
  return item
}

/** The tabs of an address. */
const HAS = {
  has_tokens: 'token_balances_count',
  has_token_transfers: 'token_transfers_count',
  has_logs: 'logs_count',
  has_validated_blocks: 'validations_count',
  has_beacon_chain_withdrawals: 'withdrawals_count',
} as const

async function whatItHas(reader: ChainReader, params: Params): Promise<WireItem> {
  const counts = await reader.detail('address-tab-counters', params)
  return {
    ...Object.fromEntries(Object.entries(HAS).map(([name, of]) => [name, Number(counts?.[of] ?? 0) > 0])),
    watchlist_address_id: null,
  }
}

const GAS_OF_TRANSFER = 21_000

function pricesAsObjects({ gas_prices: prices, coin_price: coin }: WireItem) {
  if (typeof prices !== 'object' || prices === null) return null
  return Object.fromEntries(
    Object.entries(prices).map(([speed, price]: [string, unknown]) => {
      if (typeof price !== 'number') return [speed, null]
      const fiat = typeof coin === 'string' ? ((price * GAS_OF_TRANSFER) / 1e9) * Number(coin) : undefined
      return [
        speed,
        {
          price,
          fiat_price: fiat?.toFixed(2) ?? null,
          wei: String(Math.round(price * 1e9)),
          // Waiting time and parts of the price are unknown.
          ...{ time: null, base_fee: null, priority_fee: null },
        },
      ]
    }),
  )
}
