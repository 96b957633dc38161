import { $gettext } from '#shared/text/gettext.ts'
import { formatFiatValue, shortenAmount, writeOut } from '#shared/units.ts'

export const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉'

/** Follows the digits of a shortened amount. */
export const SHORTENED = '…'

/**
 * An amount as short text, cut and never rounded: `1,204.3312…`, `1.157… ×10⁷⁷`, `0.0₉231`. Put the full amount in a
 * title.
 */
export function formatShortAmount(
  amount: string | bigint,
  decimals: string | number | null | undefined,
  digits = 4,
): string {
  const shown = shortenAmount(amount, decimals, { digits })
  if (!shown) return String(amount)
  const zeros = shown.zeros === 0 ? '' : `.0${inDigits(shown.zeros, LOWERED)}`
  const power = shown.exponent === 0 ? '' : ` ×10${inDigits(shown.exponent, RAISED)}`
  return shown.sign + shown.whole + zeros + shown.fraction + (shown.exact ? '' : SHORTENED) + power
}

export const inDigits = (number: number, digits: string) =>
  String(number).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)

/** A price as short text: `0.000231…`, `0.0₉2314…`. Returns text that is no number as it is. */
export function formatPrice(price: string, digits = 4): string {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(writeOut(price) ?? '') ?? []
  return whole === '' ? price : formatShortAmount(whole + fraction, fraction.length, digits)
}

/** The value of an amount at a rate, `$ 1,098.40`; undefined where it is unknown. */
export function formatWorth(
  amount: string | null | undefined,
  decimals: string | number | null | undefined,
  rate: string | null | undefined,
): string | undefined {
  const worth = formatFiatValue(amount, decimals, rate)
  if (worth === undefined) return undefined
  return worth.startsWith('<') ? `< $ ${worth.slice(1)}` : `$ ${worth}`
}

/** The current price of a coin, and its price at the time of the transaction, from the source. */
export interface Rates {
  readonly exchange_rate?: string | null | undefined
  readonly historic_exchange_rate?: string | null | undefined
}

/** The value of an amount at the time of its transaction and now, each where its price is known. */
export function formatWorths(
  amount: string | null | undefined,
  decimals: string | number | null | undefined,
  { exchange_rate: now, historic_exchange_rate: then }: Rates,
): string | undefined {
  const worthThen = formatWorth(amount, decimals, then)
  const worthNow = formatWorth(amount, decimals, now)
  const parts = [
    worthThen === undefined ? [] : [$gettext('%{worth} at the time', { worth: worthThen })],
    worthNow === undefined ? [] : [$gettext('%{worth} now', { worth: worthNow })],
  ].flat()
  return parts.length === 0 ? undefined : parts.join(' · ')
}
