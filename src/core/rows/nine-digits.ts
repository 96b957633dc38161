/**
 * Amounts in units as numbers of nine digits each, so many before the point and so many behind it. They compare one after
 * the other whatever the decimals of their tokens, and a sum of each is exact for four thousand million rows.
 */
const DIGITS = 9
const ONE_PART = 10n ** BigInt(DIGITS)
/** Amounts of the coin are kept as if all coins had so many. */
export const COIN_PLACES = 18

/** Undefined where it does not fit. `raw`: a whole number of smallest units, `places` of them behind the point. */
export function partsOf(
  raw: string,
  places: number,
  before: number,
  behind: number,
): readonly number[] | undefined {
  const isNegative = raw.startsWith('-')
  const digits = (isNegative ? raw.slice(1) : raw).replace(/^0+(?=\d)/, '').padStart(places + 1, '0')
  const point = digits.length - places
  if (point > before * DIGITS) return undefined
  const fraction = digits.slice(point).replace(/0+$/, '')
  if (fraction.length > behind * DIGITS) return undefined
  const all = digits.slice(0, point).padStart(before * DIGITS, '0') + fraction.padEnd(behind * DIGITS, '0')
  const parts: number[] = []
  for (let at = 0; at < all.length; at += DIGITS) {
    const part = Number(all.slice(at, at + DIGITS))
    parts.push(isNegative && part !== 0 ? -part : part)
  }
  return parts
}

/** Back to smallest units, also of sums. `behind`: how many of the parts stand behind the point. */
export function rawOf(parts: readonly number[], behind: number, places: number): bigint {
  let all = 0n
  for (const part of parts) all = all * ONE_PART + BigInt(part)
  const own = behind * DIGITS
  return places >= own ? all * 10n ** BigInt(places - own) : all / 10n ** BigInt(own - places)
}
