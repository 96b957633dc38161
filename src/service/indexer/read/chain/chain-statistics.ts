/** Counts over the chain, as far as the index has it; a number that it knows only for some addresses is null. */
import type { WireItem } from '../../../chain-reader.ts'
import { gasPrices } from '../../../gas-prices.ts'
import { decodeAmount } from '../../store/amounts.ts'
import { positionOf } from '../../store/positions.ts'
import type { ReadContext } from '../read-context.ts'
import { formatTimestamp, millisecondsBetween } from '../timestamps.ts'

const DAY_SECONDS = 86_400
/** Blocks whose times, gas and prices tell what is usual now. */
const RECENT_BLOCKS = 20
/** Number of blocks of a day that are added up, whatever times a chain claims. */
const MAX_BLOCKS = 100_000
const MAX_PRICES = 2_000

export function chainStatistics(context: ReadContext): WireItem {
  const { database, filter, totals } = context.store
  const head = context.store.head()
  const today = head === null ? null : sumsFrom(context, head.timestamp - (head.timestamp % DAY_SECONDS))
  const recent = database.all<{ number: number; timestamp: number; gas_used: string; gas_limit: Uint8Array }>(
    'SELECT number, timestamp, CAST(gas_used AS TEXT) AS gas_used, gas_limit FROM block ORDER BY number DESC LIMIT ?',
    RECENT_BLOCKS,
  )
  const [newest, oldest] = [recent[0], recent.at(-1)]
  const addresses = database.get<{ count: number | null }>('SELECT max(id) AS count FROM address')
  return {
    total_blocks: String(totals.blocks),
    // An address is never taken out, so that the last one's number tells how many there are.
    total_addresses: filter === null ? String(addresses?.count ?? 0) : null,
    total_transactions: String(totals.transactions),
    average_block_time:
      newest && oldest && recent.length > 1
        ? millisecondsBetween(oldest.timestamp, newest.timestamp) / (recent.length - 1)
        : 0,
    coin_image: null,
    coin_price: null,
    coin_price_change_percentage: null,
    total_gas_used: null,
    transactions_today: today?.transactions ?? '0',
    gas_used_today: today?.gas ?? '0',
    gas_prices: oldest && filter === null ? gasPrices(pricesFrom(context, oldest.number)) : null,
    gas_price_updated_at: newest ? formatTimestamp(newest.timestamp) : null,
    gas_prices_update_in: 0,
    static_gas_price: null,
    market_cap: null,
    tvl: null,
    network_utilization_percentage:
      recent.reduce((sum, row) => sum + shareOfLimit(row), 0) / Math.max(1, recent.length),
    secondary_coin_image: null,
    secondary_coin_price: null,
  }
}

export function transactionStatistics(context: ReadContext): WireItem {
  const seconds = (context.store.head()?.timestamp ?? 0) - DAY_SECONDS
  // Amounts of up to 256 bits are bytes, which no database adds up.
  const blocks = context.store.database.all<{ transactions: number; fees: Uint8Array }>(
    'SELECT transactions, fees FROM block WHERE number >= ? ORDER BY number DESC LIMIT ?',
    firstFrom(context.store, seconds),
    MAX_BLOCKS,
  )
  const transactions = blocks.reduce((sum, block) => sum + block.transactions, 0)
  const fees = blocks.reduce((sum, block) => sum + decodeAmount(block.fees), 0n)
  return {
    transactions_count_24h: String(transactions),
    pending_transactions_count: '0',
    transaction_fees_sum_24h: String(fees),
    transaction_fees_avg_24h: String(transactions === 0 ? 0n : fees / BigInt(transactions)),
  }
}

/** Days of the chart. */
const DAYS = 31

/** The newest first. Days without a block have none; the day within which the index begins is not known. */
export function transactionsByDay(context: ReadContext): WireItem {
  const { store } = context
  const head = store.head()
  if (head === null || store.filter !== null) return { items: [] }
  const start = head.timestamp - (head.timestamp % DAY_SECONDS)
  const first = store.firstBlock() ?? 0
  const items: WireItem[] = []
  let end = head.number + 1
  for (let day = 0; day < DAYS && end > first; day += 1) {
    const seconds = start - day * DAY_SECONDS
    const date = formatTimestamp(seconds)
    if (date === null) break
    const from = firstFrom(store, seconds)
    if (from <= first && first > 0) break
    items.push({ date: date.slice(0, 10), transactions_count: transactionsBetween(context, from, end) })
    end = from
  }
  return { items }
}

/**
 * Counts the transactions of a range of blocks. The hash of the last block identifies all blocks below it, so the count
 * is kept by it.
 */
function transactionsBetween(context: ReadContext, from: number, end: number): number {
  if (from >= end) return 0
  const { store, transactionsOfDays: kept } = context
  // One that is not there is of no hash.
  const { hash } = context.block(end - 1)
  const key = end > context.head || hash === '0x' ? null : `${String(from)} ${hash}`
  const known = key === null ? undefined : kept.get(key)
  if (known !== undefined) return known
  const sum = store.database.get<{ transactions: string }>(
    'SELECT CAST(coalesce(sum(transactions), 0) AS TEXT) AS transactions FROM block WHERE number >= ? AND number < ?',
    from,
    end,
  )
  const transactions = Number(sum?.transactions ?? 0)
  if (key !== null && sum) kept.set(key, transactions)
  return transactions
}

/** `target`: blocks that the node has. */
export function indexingStatus(
  { store }: ReadContext,
  { done, of }: { readonly done: number; readonly of: number },
): WireItem {
  const { traced, untraceable, transactions } = store.totals
  const isComplete = done >= of
  const areTraced = traced + untraceable >= transactions
  return {
    finished_indexing: isComplete && areTraced,
    finished_indexing_blocks: isComplete,
    indexed_blocks_ratio: ratio(done, of),
    indexed_internal_transactions_ratio: ratio(traced + untraceable, transactions),
  }
}

/** From 0 to 1 with two digits, cut: 1 is all of it. */
const ratio = (part: number, whole: number) =>
  (whole === 0 ? 1 : Math.min(1, Math.floor((part * 100) / whole) / 100)).toFixed(2)

/**
 * Sums over the blocks since this time, the newest first. A chain with a block a second has 86,400 in a day, so the
 * database adds them up; gas in two parts, because SQLite's sum would overflow for hostile blocks.
 */
function sumsFrom({ store }: ReadContext, seconds: number) {
  const sums = store.database.get<{ transactions: string; high: string; low: string }>(
    `SELECT CAST(coalesce(sum(transactions), 0) AS TEXT) AS transactions,
       CAST(coalesce(sum(gas_used / 4294967296), 0) AS TEXT) AS high,
       CAST(coalesce(sum(gas_used % 4294967296), 0) AS TEXT) AS low
     FROM (SELECT transactions, gas_used FROM block WHERE number >= ? ORDER BY number DESC LIMIT ?) AS day`,
    firstFrom(store, seconds),
    MAX_BLOCKS,
  )
  const { transactions = '0', high = '0', low = '0' } = sums ?? {}
  return { transactions, gas: String((BigInt(high) << 32n) + BigInt(low)) }
}

/** Height of the first block that is not of before this time: times rise with the height. One question for the whole search. */
const firstFrom = (store: ReadContext['store'], seconds: number): number =>
  store.database.get<{ low: number }>(
    `WITH RECURSIVE search (low, high) AS (
       SELECT CAST(? AS BIGINT), CAST(? AS BIGINT)
       UNION ALL
       SELECT CASE WHEN coalesce(timestamp, 0) < ? THEN (low + high) / 2 + 1 ELSE low END,
         CASE WHEN coalesce(timestamp, 0) < ? THEN high ELSE (low + high) / 2 END
       FROM search LEFT JOIN block ON number = (low + high) / 2 WHERE low < high
     ) SELECT low FROM search WHERE low >= high`,
    store.firstBlock() ?? 0,
    (store.head()?.number ?? -1) + 1,
    seconds,
    seconds,
  )?.low ?? 0

const pricesFrom = ({ store }: ReadContext, height: number): bigint[] =>
  store.database
    .all<{ gas_price: Uint8Array }>(
      'SELECT gas_price FROM tx WHERE position >= ? ORDER BY position DESC LIMIT ?',
      positionOf(height, 0),
      MAX_PRICES,
    )
    .map((row) => decodeAmount(row.gas_price))

function shareOfLimit(row: { readonly gas_used: string; readonly gas_limit: Uint8Array }): number {
  const limit = decodeAmount(row.gas_limit)
  return limit === 0n ? 0 : Number((BigInt(row.gas_used) * 10_000n) / limit) / 100
}
