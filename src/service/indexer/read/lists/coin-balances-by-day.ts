import type { WireItem } from '../../../chain-reader.ts'
import { BALANCES_TIMEOUT_MS } from './coin-balance-list.ts'
import type { ListSources } from './list-sources.ts'
import type { ReadContext } from '../read-context.ts'
import { formatTimestamp } from '../timestamps.ts'

/** Days up to that of the newest block. */
const MAX_DAYS = 30
const DAY_SECONDS = 86_400

/** `/addresses/{hash}/coin-balance-history-by-day`: the balance at the end of each day that has a block, oldest first. */
export async function coinBalancesByDay(sources: ListSources, address: string): Promise<WireItem> {
  const blocks = await sources.read(lastBlocksOfDays)
  const balances = await sources.onDemand.fetchCoinBalances(address, blocks, BALANCES_TIMEOUT_MS)
  const items = blocks.flatMap(({ date }, index) => {
    const value = balances[index] ?? null
    return value === null ? [] : [{ date, value }]
  })
  return { items: items.toReversed() }
}

/** Newest first. */
function lastBlocksOfDays(context: ReadContext) {
  const { store, start } = context
  const head = store.head()
  if (!head) return []
  const first = start?.height ?? 0
  const days: { number: number; hash: string; date: string }[] = []
  let height = head.number
  while (days.length < MAX_DAYS) {
    const { hash, timestamp } = context.block(height)
    const date = formatTimestamp(timestamp)?.slice(0, 'yyyy-mm-dd'.length)
    if (date === undefined) break
    days.push({ number: height, hash, date })
    const midnight = timestamp - (timestamp % DAY_SECONDS)
    const next = lastBefore(context, midnight, first, height)
    if (next === null) break
    height = next
  }
  return days
}

/** The height of the newest block before a time, by halving; null where there is none. */
function lastBefore(context: ReadContext, time: number, first: number, above: number): number | null {
  let [low, high] = [first, above]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (context.block(middle).timestamp < time) low = middle + 1
    else high = middle
  }
  return low > first ? low - 1 : null
}
