/** Schemas of a chain's counters and of a server's own status: neighbours of the specification. */
import * as z from 'zod/mini'
import { decimal, flag, integer, maybe, percentage, rate, record, text } from './fields.ts'

/** `/stats`. Block times are in milliseconds, gas prices in gwei. */
export const chainStatistics = record({
  total_blocks: maybe(decimal),
  total_addresses: maybe(decimal),
  total_transactions: maybe(decimal),
  average_block_time: maybe(percentage),
  coin_image: maybe(text),
  coin_price: maybe(rate),
  coin_price_change_percentage: maybe(percentage),
  total_gas_used: maybe(decimal),
  transactions_today: maybe(decimal),
  gas_used_today: maybe(decimal),
  gas_prices: maybe(z.unknown()),
  gas_price_updated_at: maybe(text),
  gas_prices_update_in: maybe(integer),
  static_gas_price: maybe(rate),
  market_cap: maybe(rate),
  tvl: maybe(rate),
  network_utilization_percentage: maybe(percentage),
  secondary_coin_image: maybe(text),
  secondary_coin_price: maybe(rate),
})

/** `/transactions/stats`: the last 24 hours. Fees are in the coin's smallest unit. */
export const transactionStatistics = record({
  transactions_count_24h: maybe(decimal),
  pending_transactions_count: maybe(decimal),
  transaction_fees_sum_24h: maybe(decimal),
  transaction_fees_avg_24h: maybe(decimal),
})

/** `/main-page/indexing-status`: ratios from 0 to 1. */
export const indexingStatus = record({
  finished_indexing: maybe(flag),
  finished_indexing_blocks: maybe(flag),
  indexed_blocks_ratio: maybe(rate),
  indexed_internal_transactions_ratio: maybe(rate),
})

export const backendVersion = record({ backend_version: maybe(text) })
export const backendConfig = record({ chain_type: maybe(text), openapi_spec_folder_name: maybe(text) })

/** `/tokens/{hash}/counters` */
export const tokenCounters = record({ token_holders_count: maybe(decimal), transfers_count: maybe(decimal) })
/** `/tokens/{hash}/instances/{id}/transfers-count` */
export const instanceTransfersCount = record({ transfers_count: maybe(integer) })
