/**
 * Stores amounts in whole units as numbers of nine digits each: a fixed count before the decimal point, and a fixed count
 * after it. They compare one by one whatever the decimals of their tokens, and their sums are exact for four thousand
 * million rows.
 */
const DIGITS = 9
const ONE_PART = 10n ** BigInt(DIGITS)
/** Amounts of the coin are stored with this number of decimals, whatever the coin's own. */
export const COIN_PLACES = 18

const [MINUS, ZERO] = [45, 48]

/**
 * The parts of an amount; undefined if it does not fit. `raw`: an integer in the smallest unit; `places`: its number of
 * decimals. Works digit by digit, because each written row has some amounts, and slicing texts takes five times as long.
 */
export function partsOf(
  raw: string,
  places: number,
  before: number,
  behind: number,
): readonly number[] | undefined {
  const isNegative = raw.charCodeAt(0) === MINUS
  let start = isNegative ? 1 : 0
  while (start < raw.length - 1 && raw.charCodeAt(start) === ZERO) start += 1
  const point = raw.length - places
  let end = raw.length
  while (end > start && end > point && raw.charCodeAt(end - 1) === ZERO) end -= 1
  const parts = new Array<number>(before + behind).fill(0)
  if (end === start) return parts
  if (point - start > before * DIGITS || end - point > behind * DIGITS) return undefined
  /** Index of the first part's first digit in `raw`; usually negative. */
  const first = point - before * DIGITS
  for (let at = start; at < end; at += 1) {
    const part = Math.floor((at - first) / DIGITS)
    parts[part] = (parts[part] ?? 0) * 10 + raw.charCodeAt(at) - ZERO
  }
  const last = Math.floor((end - 1 - first) / DIGITS)
  const missing = (last + 1) * DIGITS + first - end
  if (end > point && end > start) parts[last] = (parts[last] ?? 0) * 10 ** missing
  return isNegative ? parts.map((part) => (part === 0 ? 0 : -part)) : parts
}

/**
 * Joins parts to an integer in the smallest unit. Parts of sums may be texts. `behind`: number of parts after the decimal
 * point.
 */
export function rawOf(parts: readonly (number | string)[], behind: number, places: number): bigint {
  let all = 0n
  for (const part of parts) all = all === 0n ? BigInt(part) : all * ONE_PART + BigInt(part)
  const own = behind * DIGITS
  return places >= own ? all * 10n ** BigInt(places - own) : all / 10n ** BigInt(own - places)
}
