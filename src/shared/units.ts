/**
 * Formats amounts (`formatUnits` elsewhere): whole numbers of the smallest unit, as decimal strings or bigints, shown
 * in units. Digits are moved as text, so that no amount of any size loses one; no amount is ever a JavaScript number.
 */

/**
 * The parts of an amount: its sign, the whole digits (no leading zeros), and the fraction's digits without trailing
 * zeros.
 */
export interface AmountParts {
  readonly negative: boolean
  readonly whole: string
  readonly fraction: string
}

const WHOLE = /^[+-]?\d+$/

/**
 * Splits an amount of smallest units. If `decimals` is null or absent, it is unknown: the amount stays in smallest
 * units, as where it is more than an amount has digits. Undefined if `amount` or `decimals` is no whole number.
 */
export function splitAmount(
  amount: string | bigint,
  decimals: string | number | null | undefined,
): AmountParts | undefined {
  const text = String(amount)
  if (!WHOLE.test(text)) return undefined
  const places = knownDecimals(decimals)
  if (places === undefined) return undefined
  const digits = text.replace(/^[+-]/, '').replace(/^0+(?=\d)/, '')
  const padded = places > 0 ? digits.padStart(places + 1, '0') : digits
  const whole = padded.slice(0, padded.length - places)
  const fraction = padded.slice(padded.length - places).replace(/0+$/, '')
  return { negative: text.startsWith('-') && /[1-9]/.test(digits), whole, fraction }
}

/** The digits of an amount of 256 bits less one: with more decimals, no amount would ever be one unit. */
const MAX_DECIMALS = 77

/**
 * The one rule of decimals, for questions, sums, files and the screen: unknown ones, and more than 77, are 0, so that
 * amounts stay in the smallest unit; what is no whole number is undefined.
 */
export function knownDecimals(decimals: string | number | null | undefined): number | undefined {
  if (decimals == null || decimals === '') return 0
  const places = Number(decimals)
  if (!Number.isInteger(places) || places < 0) return undefined
  return places > MAX_DECIMALS ? 0 : places
}

/** Whether amounts stand in whole units of the token: a price is of one, and says nothing of the smallest unit. */
export const hasWholeUnits = (decimals: string | number | null | undefined): boolean =>
  decimals != null && decimals !== '' && Number(decimals) <= MAX_DECIMALS

/** All digits: `-1,234.5`. `group` separates thousands; it is empty for copying and exports. */
export function formatAmount(
  amount: string | bigint,
  decimals: string | number | null | undefined,
  group = ',',
): string {
  const parts = splitAmount(amount, decimals)
  if (!parts) return String(amount)
  const fraction = parts.fraction === '' ? '' : `.${parts.fraction}`
  return `${parts.negative ? '-' : ''}${groupThousands(parts.whole, group)}${fraction}`
}

/** An amount with what it counts; a coin that is not known has no symbol. */
export const withSymbol = (amount: string, symbol: string): string =>
  symbol === '' ? amount : `${amount} ${symbol}`

/** A shortened amount: `whole` and `fraction` are separate, because they are drawn differently. */
export interface ShownAmount {
  readonly sign: '' | '−' | '+'
  readonly whole: string
  /** With its decimal point; empty if there is none. Without the point if zeros are counted. */
  readonly fraction: string
  /** The power of ten that was taken out of an amount too long to show; else 0. */
  readonly exponent: number
  /** The number of zeros after the point that are counted instead of written: `0.0₉231`; else 0. */
  readonly zeros: number
  /** False if digits are left out: then the title shows the whole value. */
  readonly exact: boolean
}

/**
 * Shortens an amount to at most `digits` decimal places (more for a value below one, so that a small amount is never
 * shown as zero). More than `wholeDigits` digits become a power of ten; below a billionth, zeros are counted. It cuts
 * and never rounds: the shown digits are a prefix of the value's.
 */
export function shortenAmount(
  amount: string | bigint,
  decimals: string | number | null | undefined,
  options: { digits?: number; wholeDigits?: number; signed?: boolean } = {},
): ShownAmount | undefined {
  const parts = splitAmount(amount, decimals)
  if (!parts) return undefined
  const { digits = 6, wholeDigits = 15, signed = false } = options
  const isZero = parts.whole === '0' && parts.fraction === ''
  const sign = parts.negative ? '−' : signed && !isZero ? '+' : ''
  if (parts.whole.length > wholeDigits) return { sign, ...scientific(parts.whole), exact: false }
  const zeros = leadingZeros(parts.fraction)
  if (parts.whole === '0' && zeros >= 9 && parts.fraction.length > digits)
    return {
      sign,
      whole: '0',
      fraction: parts.fraction.slice(zeros, zeros + SHORT_DIGITS).replace(/0+$/, ''),
      exponent: 0,
      zeros,
      exact: parts.fraction.length <= zeros + SHORT_DIGITS,
    }
  const fraction = cutFraction(parts, digits)
  return {
    sign,
    whole: groupThousands(parts.whole),
    fraction: fraction === '' ? '' : `.${fraction}`,
    exponent: 0,
    zeros: 0,
    exact: fraction === parts.fraction,
  }
}

/** The number of digits of an amount that is too long or too small. */
const SHORT_DIGITS = 4

/** `1.157` and 77: the first digits and the power of ten. */
function scientific(digits: string): Pick<ShownAmount, 'whole' | 'fraction' | 'exponent' | 'zeros'> {
  const more = digits.slice(1, SHORT_DIGITS).replace(/0+$/, '')
  return {
    whole: digits.slice(0, 1),
    fraction: more === '' ? '' : `.${more}`,
    exponent: digits.length - 1,
    zeros: 0,
  }
}

const leadingZeros = (digits: string) => digits.length - digits.replace(/^0+/, '').length

/**
 * Cuts the fraction. Below one, `digits` counts from the first digit that is not zero, but at least `digits` places
 * are kept.
 */
function cutFraction({ whole, fraction }: AmountParts, digits: number): string {
  if (fraction.length <= digits) return fraction
  const zeros = leadingZeros(fraction)
  const places = whole === '0' && zeros >= digits - 2 ? zeros + 3 : digits
  return fraction.slice(0, places).replace(/0+$/, '')
}

/** `1234567` -> `1,234,567`. Digits only. */
export function groupThousands(digits: string, group = ','): string {
  if (group === '' || digits.length < 4) return digits
  const first = digits.length % 3 || 3
  let grouped = digits.slice(0, first)
  for (let at = first; at < digits.length; at += 3) grouped += group + digits.slice(at, at + 3)
  return grouped
}

/**
 * Parses a typed amount in units to smallest units: `1,234.5` with 18 decimals. Undefined if it is not a number, or
 * has more decimal places than the token.
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const match = /^([+\-−]?)(\d[\d, _]*)?(?:\.(\d*))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return undefined
  const spare = fraction.slice(decimals)
  if (/[1-9]/.test(spare)) return undefined
  const value = BigInt(
    (whole.replace(/[, _]/g, '') || '0') + fraction.slice(0, decimals).padEnd(decimals, '0'),
  )
  return sign === '-' || sign === '−' ? -value : value
}

/** `part` of `whole` in percent, cut to `digits` decimal places: `83.3`. Undefined if `whole` is zero or invalid. */
export function formatPercent(part: string | bigint, whole: string | bigint, digits = 1): string | undefined {
  if (!WHOLE.test(String(part)) || !WHOLE.test(String(whole))) return undefined
  const total = BigInt(whole)
  if (total === 0n) return undefined
  return formatAmount((BigInt(part) * 10n ** BigInt(digits + 2)) / total, digits)
}

/** A gas price in wei as gwei, exact. */
export const formatGwei = (wei: string | bigint) => formatAmount(wei, 9)

/**
 * An amount times a decimal price (`"2412.55"`), cut to two decimal places: `1,098.40`; `<0.01` below one cent.
 * Undefined if either is unknown, or if the token has no whole units (`hasWholeUnits`).
 */
export function formatFiatValue(...of: Priced): string | undefined {
  const worth = exactWorth(...of)
  if (worth === undefined) return undefined
  const cents = centsOf(worth)
  return cents === 0n && worth.digits > 0n ? '<0.01' : formatCents(cents)
}

/** The same value for programs: without commas, and with all digits below one cent. */
export function copyFiatValue(...of: Priced): string {
  const worth = exactWorth(...of)
  if (worth === undefined) return ''
  const cents = centsOf(worth)
  return cents === 0n && worth.digits > 0n
    ? formatAmount(worth.digits, worth.places, '')
    : formatCents(cents).replaceAll(',', '')
}

/** The same value in hundredths of the price's currency, cut; also for sorting. */
export function multiplyByPrice(...of: Priced): bigint | undefined {
  const worth = exactWorth(...of)
  return worth && centsOf(worth)
}

/** Formats hundredths with two decimal places: `404,412.10`. */
export const formatCents = (cents: bigint) => {
  const [whole = '', fraction = ''] = formatAmount(cents, 2).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

type Priced = [
  amount: string | bigint | null | undefined,
  decimals: string | number | null | undefined,
  price: string | null | undefined,
]

/** An exact value: `digits`, of which the last `places` are decimal places. */
export interface Worth {
  readonly digits: bigint
  readonly places: number
}

export function exactWorth(...[amount, decimals, price]: Priced): Worth | undefined {
  if (amount == null || price == null || !hasWholeUnits(decimals)) return undefined
  const scaled = /^(\d+)(?:\.(\d+))?$/.exec(writeOut(price) ?? '')
  const places = knownDecimals(decimals)
  if (!scaled || places === undefined || !WHOLE.test(String(amount))) return undefined
  const [, whole = '0', fraction = ''] = scaled
  return { digits: BigInt(amount) * BigInt(whole + fraction), places: fraction.length + places }
}

export const centsOf = ({ digits, places }: Worth) => (digits * 100n) / 10n ** BigInt(places)

/**
 * Writes `2.31e-10` as `0.000000000231`, moving digits as text. Undefined if the text is no number, or one of an
 * absurd size.
 */
export function writeOut(price: string): string | undefined {
  const match = /^(-?)(\d{1,100})(?:\.(\d{1,200}))?(?:e([+-]?\d{1,2}))?$/i.exec(price)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  const digits = '0'.repeat(Math.max(0, 1 - point)) + whole + fraction
  const at = Math.max(1, point)
  const rest = digits.slice(at).replace(/0+$/, '')
  return `${sign}${digits
    .slice(0, at)
    .padEnd(at, '0')
    .replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`
}
