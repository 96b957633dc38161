/** Estimates gas prices from what recent transactions paid. */

const SHARES = { slow: 35, average: 60, fast: 90 } as const
const WEI_PER_HUNDREDTH_GWEI = 10_000_000n

/** In gwei, cut to hundredths: what that share of the transactions paid at most. Null where there was none. */
export function gasPrices(paid: readonly bigint[]): Readonly<Record<keyof typeof SHARES, number>> | null {
  if (paid.length === 0) return null
  const sorted = paid.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const at = (share: number) => {
    const price = sorted[Math.floor(((sorted.length - 1) * share) / 100)] ?? 0n
    return Number(price / WEI_PER_HUNDREDTH_GWEI) / 100
  }
  return { slow: at(SHARES.slow), average: at(SHARES.average), fast: at(SHARES.fast) }
}
