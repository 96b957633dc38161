import { formatFiatValue, shortenAmount, writeOut } from '#shared/units.ts'

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Behind the digits of an amount that has more of them. */
export const SHORTENED = '…'

/** An amount as short text, cut and never rounded: `1,204.3312…`, `1.157… ×10⁷⁷`. The whole of it belongs in a title. */
export function formatShortAmount(
  amount: string | bigint,
  decimals: string | number | null | undefined,
  digits = 4,
): string {
  const shown = shortenAmount(amount, decimals, { digits })
  if (!shown) return String(amount)
  const power = String(shown.exponent).replace(/./g, (digit) => RAISED[Number(digit)] ?? '⁻')
  const mark = shown.exact ? '' : SHORTENED
  return shown.sign + shown.whole + shown.fraction + mark + (shown.exponent === 0 ? '' : ` ×10${power}`)
}

/** A price as short text: `0.000231…`, `2.314… ×10⁻¹⁰`. As it is where it is no number. */
export function formatPrice(price: string, digits = 4): string {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(writeOut(price) ?? '') ?? []
  return whole === '' ? price : formatShortAmount(whole + fraction, fraction.length, digits)
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
