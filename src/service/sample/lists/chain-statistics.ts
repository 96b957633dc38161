/** Statistics of the chain. */
import { DAY_MS, utcDay } from '#shared/utc-days.ts'
import type { WireItem } from '../../chain-reader.ts'
import { gasPrices } from '../../gas-prices.ts'
import { blockContents, blockItem } from '../items/block-items.ts'
import { COIN_RATE } from '../items/transaction-items.ts'
import { ADDRESSES, FRESH_ROLE } from '../config/addresses.ts'
import { CUSTOMERS, type TransactionRef } from '../chain/chain-model.ts'
import { type Snapshot, formatTimestamp } from '../chain/snapshot.ts'
import { subtract, totalsBefore, type Totals } from '../chain/totals.ts'
import { itemAt } from '../lib/arrays.ts'
import { findTransactionInBlock } from './cursor-values.ts'
import { TEMPLATE_COUNT, USERS_PER_PERIOD } from '../scenarios/periods.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'

/** The number of recent blocks from which usual times, gas and prices are computed. */
const RECENT_BLOCKS = 20

export function chainStatistics(snapshot: Snapshot): WireItem {
  const { model, head, clock } = snapshot
  const today = totalsSince(snapshot, head.time - (head.time % DAY_MS))
  const first = Math.max(0, head.height - RECENT_BLOCKS)
  const recent = Array.from({ length: head.height - first }, (_, index) => first + 1 + index)
  const used = recent.map((height) => Number(blockItem(snapshot, height).gas_used_percentage))
  const all = totalsBefore(model, head.end)
  return {
    total_blocks: String(head.height + 1),
    total_addresses: String(countAddresses(snapshot)),
    total_transactions: String(all.transactions),
    average_block_time: (head.time - clock.blockTime(first)) / Math.max(1, head.height - first),
    coin_image: null,
    coin_price: COIN_RATE,
    coin_price_change_percentage: null,
    total_gas_used: String(all.gas),
    transactions_today: String(today.transactions),
    gas_used_today: String(today.gas),
    gas_prices: gasPrices(recent.flatMap((height) => pricesIn(snapshot, height))),
    gas_price_updated_at: formatTimestamp(head.time),
    gas_prices_update_in: 4000,
    static_gas_price: null,
    market_cap: null,
    tvl: null,
    network_utilization_percentage: used.reduce((sum, each) => sum + each, 0) / Math.max(1, used.length),
    secondary_coin_image: null,
    secondary_coin_price: null,
  }
}

export function transactionStatistics(snapshot: Snapshot): WireItem {
  const { model, head } = snapshot
  const { transactions, fees } = totalsSince(snapshot, head.time - DAY_MS)
  return {
    transactions_count_24h: String(transactions),
    pending_transactions_count: String(
      model.transactionNumber(head.seen) - model.transactionNumber(head.end),
    ),
    transaction_fees_sum_24h: String(fees),
    transaction_fees_avg_24h: String(transactions === 0 ? 0n : fees / BigInt(transactions)),
  }
}

/** Days of the chart. */
const DAYS = 31

/** The newest first. */
export function transactionsByDay(snapshot: Snapshot): WireItem {
  const { model, head, clock } = snapshot
  const start = head.time - (head.time % DAY_MS)
  const items: WireItem[] = []
  let end = head.end
  for (let day = 0; day < DAYS && start - (day - 1) * DAY_MS > clock.blockTime(0); day += 1) {
    const from = startOf(snapshot, start - day * DAY_MS)
    const { transactions } = subtract(totalsBefore(model, end), totalsBefore(model, from))
    items.push({
      date: utcDay(start - day * DAY_MS),
      transactions_count: transactions,
    })
    end = from
  }
  return { items }
}

/** The chain is computed, so it is always complete. */
export const indexingStatus = (): WireItem => ({
  finished_indexing: true,
  finished_indexing_blocks: true,
  indexed_blocks_ratio: '1.00',
  indexed_internal_transactions_ratio: '1',
})

/** The totals of mined transactions from this time on. */
const totalsSince = (snapshot: Snapshot, time: number): Totals =>
  subtract(
    totalsBefore(snapshot.model, snapshot.head.end),
    totalsBefore(snapshot.model, startOf(snapshot, time)),
  )

/** The first transaction that was mined at this time or later. */
function startOf({ model, head, clock }: Snapshot, time: number): TransactionRef {
  let [low, high] = [0, head.height + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (clock.blockTime(middle) < time) low = middle + 1
    else high = middle
  }
  return findTransactionInBlock(model, low, 0)
}

function pricesIn(snapshot: Snapshot, height: number): bigint[] {
  const { period, transactions } = blockContents(snapshot, height)
  return transactions.map((ordinal) => {
    const { baseFee, tip } = itemAt(snapshot.model.template(period).transactions, ordinal)
    return baseFee + tip
  })
}

/** Addresses with a fixed role, the customers so far, and new addresses of the periods. */
function countAddresses({ model, head }: Snapshot): number {
  const { period } = head.end
  const fresh = model.templates.map(countFresh)
  const ofCycle = fresh.reduce((sum, count) => sum + count, 0)
  const rest = fresh.slice(0, period % TEMPLATE_COUNT).reduce((sum, count) => sum + count, 0)
  return (
    ADDRESSES.length +
    Math.min(CUSTOMERS, Math.max(0, period + 1) * USERS_PER_PERIOD) +
    Math.max(0, Math.floor(period / TEMPLATE_COUNT)) * ofCycle +
    rest
  )
}

function countFresh({ transactions, internals, transfers }: PeriodTemplate): number {
  const roles = [...transactions, ...internals, ...transfers].flatMap((event) => [
    event.from,
    event.to,
    'created' in event ? event.created : null,
  ])
  return new Set(roles.filter((role) => role !== null && role >= FRESH_ROLE)).size
}
