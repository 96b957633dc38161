/** Computes the figures of a chain from its source's data. Unknown figures are undefined; none is guessed. */
import type { Block } from '#shared/chain/block.ts'
import type { DetailItem } from '#shared/lists/detail-items.ts'
import { formatCents, formatGwei, formatPercent, writeOut } from '#shared/units.ts'

export type Statistics = DetailItem<'chain-statistics'>

const MS = 1_000

/** Used gas of each block in percent of its limit, oldest first. */
export const gasShares = (blocks: readonly Block[]): readonly number[] =>
  blocks
    .map(({ gas_used: used, gas_limit: limit }) =>
      used == null || limit == null ? 0 : Math.min(100, Number(formatPercent(used, limit) ?? 0)),
    )
    .toReversed()

/** Time from the oldest of these blocks to the newest, in seconds. */
function secondsBetween(blocks: readonly Block[]): number | undefined {
  const [newest, oldest] = [blocks[0]?.timestamp, blocks.at(-1)?.timestamp]
  if (newest == null || oldest == null || blocks.length < 2) return undefined
  const seconds = (Date.parse(newest) - Date.parse(oldest)) / MS
  return seconds > 0 ? seconds : undefined
}

/** Average block time in seconds: from the source, else between the newest blocks. */
export function secondsPerBlock(
  statistics: Statistics | undefined,
  blocks: readonly Block[],
): number | undefined {
  const told = (statistics?.average_block_time ?? 0) / MS
  if (told > 0) return told
  const seconds = secondsBetween(blocks)
  return seconds === undefined ? undefined : seconds / (blocks.length - 1)
}

/** Average over the newest blocks. */
export function transactionsPerSecond(blocks: readonly Block[]): number | undefined {
  const seconds = secondsBetween(blocks)
  const counts = blocks.slice(0, -1).map(({ transactions_count: count }) => count)
  if (seconds === undefined || counts.some((count) => count == null)) return undefined
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) / seconds
}

/** Gas price in gwei. Versions of the API give a number, its text, or `{ price }`. */
export function gasPrice(
  statistics: Statistics | undefined,
  of: 'slow' | 'average' | 'fast',
): string | undefined {
  const prices: unknown = statistics?.gas_prices
  if (typeof prices !== 'object' || prices === null || !(of in prices)) return undefined
  const told: unknown = (prices as Record<string, unknown>)[of]
  const price: unknown = typeof told === 'object' && told !== null && 'price' in told ? told.price : told
  return typeof price === 'number' || typeof price === 'string' ? writeOut(String(price)) : undefined
}

/** Base fee of the newest block, in gwei. */
export function baseFee([newest]: readonly Block[]): string | undefined {
  return newest?.base_fee_per_gas == null ? undefined : formatGwei(newest.base_fee_per_gas)
}

/** Price of the coin, for example `$3,080.12`; below a dollar with more digits. */
export function coinPrice(statistics: Statistics | undefined): string | undefined {
  const price = statistics?.coin_price == null ? undefined : writeOut(statistics.coin_price)
  if (price === undefined || price.startsWith('-')) return undefined
  const [whole = '0', fraction = ''] = price.split('.')
  if (whole === '0') return `$0.${fraction.slice(0, Math.max(4, fraction.search(/[1-9]/) + 3)) || '00'}`
  return `$${formatCents(BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2)))}`
}

/** Change of the coin's price in percent, with its sign. */
export function priceChange(
  statistics: Statistics | undefined,
): { readonly text: string; readonly isUp: boolean } | undefined {
  const change = statistics?.coin_price_change_percentage ?? NaN
  if (!Number.isFinite(change)) return undefined
  return { text: `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(2)}`, isUp: change >= 0 }
}
