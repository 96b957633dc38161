import { formatFiatValue, shortenAmount } from '#shared/units.ts'

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** An amount as short text, cut and never rounded: `1,204.3312`, `1.157 ×10⁷⁷`. The whole of it belongs in a title. */
export function formatShortAmount(
  amount: string | bigint,
  decimals: string | number | null | undefined,
  digits = 4,
): string {
  const shown = shortenAmount(amount, decimals, { digits })
  if (!shown) return String(amount)
  const power = String(shown.exponent).replace(/./g, (digit) => RAISED[Number(digit)] ?? '⁻')
  return shown.sign + shown.whole + shown.fraction + (shown.exponent === 0 ? '' : ` ×10${power}`)
}

/** What an amount is worth in the rate's currency, `$ 1,098.40`; undefined where it can't be known. */
export function formatWorth(
  amount: string | null | undefined,
  decimals: string | number | null | undefined,
  rate: string | null | undefined,
): string | undefined {
  const worth = formatFiatValue(amount, decimals, rate)
  if (worth === undefined) return undefined
  const [units = '0', cents = ''] = worth.split('.')
  return `$ ${units}.${cents.padEnd(2, '0')}`
}
