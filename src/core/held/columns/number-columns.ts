/** Amounts as three parts of 32 bits, compared exactly. */
import { COMPARE, comparer, scaledPrice, scaleTo } from '#shared/query/compile-query.ts'
import type { Comparison } from '#shared/query/query.ts'
import { scaledOf } from '#shared/query/values.ts'
import {
  COIN_DECIMALS,
  NO_AMOUNT,
  TEXT_AMOUNT,
  WHOLE_AMOUNT,
  type Columns,
} from '../../archive/columns/columns.ts'
import { textReader } from './text-columns.ts'

/** One of the comparisons that make a condition; a range is two. */
export interface Bound {
  readonly comparison: Comparison
  readonly number: string
}

export type AmountName = 'amount' | 'value' | 'fee'
type RowFits = (row: number) => boolean

const PART = 2 ** 32

export interface AmountColumn {
  readonly form: Uint8Array
  readonly low: Uint32Array
  readonly high: Uint32Array
  readonly top: Uint32Array
  /** Of what has no such parts: `texts` by `textNumbers`. */
  readonly textNumbers: Uint32Array
  readonly texts: readonly string[]
}

export const amountColumn = (columns: Columns, name: AmountName): AmountColumn => ({
  form: columns.bytesOf(`${name}Form`),
  low: columns.u32(`${name}Low`),
  high: columns.u32(`${name}High`),
  top: columns.u32(`${name}Top`),
  textNumbers: columns.textNumbers,
  texts: columns.dictionary.texts,
})

/** Undefined where there is none. */
export function rawAt(
  { form, low, high, top, textNumbers, texts }: AmountColumn,
  row: number,
): bigint | undefined {
  if (form[row] === WHOLE_AMOUNT) {
    const lower = (BigInt(high[row] ?? 0) << 32n) | BigInt(low[row] ?? 0)
    // Most have no more than that.
    return top[row] === 0 ? lower : (BigInt(top[row] ?? 0) << 64n) | lower
  }

  return form[row] === TEXT_AMOUNT ? BigInt(texts[textNumbers[low[row] ?? 0] ?? 0] ?? 0) : undefined
}

/** Below zero, zero or above it, as an amount of at most 96 bits is to the number. */
type CompareParts = (top: number, high: number, low: number) => number

function partsComparer(number: string, places: number): CompareParts {
  // raw * factor against digits: raw against how often the factor goes into them, and whether something is left.
  const [factor, digits] = scaleTo(scaledOf(number), places)
  if (digits < 0n) return () => 1
  const whole = digits / factor
  const hasRest = digits % factor !== 0n
  if (whole >= 2n ** 96n) return () => -1
  const wantedTop = Number(whole >> 64n)
  const wantedHigh = Number((whole >> 32n) & 0xffff_ffffn)
  const wantedLow = Number(whole & 0xffff_ffffn)
  return (top, high, low) => {
    if (top !== wantedTop) return top < wantedTop ? -1 : 1
    if (high !== wantedHigh) return high < wantedHigh ? -1 : 1
    if (low !== wantedLow) return low < wantedLow ? -1 : 1
    return hasRest ? -1 : 0
  }
}

const FITS: Readonly<Record<Comparison, (sign: number) => boolean>> = {
  '=': (sign) => sign === 0,
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
}

/** `coinDecimals`: of values and fees, and of amounts that are of the coin. */
export function amountTest(bounds: readonly Bound[], name: AmountName, coinDecimals: number) {
  const exact = bounds.map(({ comparison, number }) => comparer(comparison, number))
  const byPlaces = new Map<number, PartsTest>()
  type PartsTest = (top: number, high: number, low: number) => boolean
  const testFor = (places: number) => {
    let test = byPlaces.get(places)
    if (!test) {
      const parts = bounds.map(({ comparison, number }) => ({
        compare: partsComparer(number, places),
        fits: FITS[comparison],
      }))
      test = (top, high, low) => parts.every(({ compare, fits }) => fits(compare(top, high, low)))
      byPlaces.set(places, test)
    }
    return test
  }
  return (columns: Columns): RowFits => {
    const column = amountColumn(columns, name)
    const { form, low, high, top } = column
    const decimals = name === 'amount' ? columns.bytesOf('decimals') : undefined
    let places = -1
    let test: PartsTest | undefined
    return (row) => {
      const is = form[row]
      if (is === NO_AMOUNT) return false
      const own = decimals?.[row] ?? COIN_DECIMALS
      const now = own === COIN_DECIMALS ? coinDecimals : own
      if (is === WHOLE_AMOUNT) {
        if (now !== places || !test) test = testFor((places = now))
        return test(top[row] ?? 0, high[row] ?? 0, low[row] ?? 0)
      }
      const raw = rawAt(column, row) ?? 0n
      return exact.every((compare) => compare(raw, now))
    }
  }
}

/** So near to the number an amount in dollars is compared exactly. */
const MARGIN = 1e-9

export function dollarColumn(bounds: readonly Bound[], coinDecimals: number) {
  const parts = bounds.map(({ comparison, number }) => ({
    fits: FITS[comparison],
    exact: comparer(comparison, number),
    near: Number(number),
  }))
  const prices = textReader((price) => {
    const scaled = scaledPrice(price)
    return { scaled, near: scaled ? Number(scaled.digits) / 10 ** scaled.places : NaN }
  })
  return (columns: Columns): RowFits => {
    const column = amountColumn(columns, 'amount')
    const { form, low, high, top } = column
    const decimals = columns.bytesOf('decimals')
    const numbers = columns.u16('price')
    const { textNumbers } = columns
    const priceOf = prices(columns.dictionary)
    return (row) => {
      const price = textNumbers[numbers[row] ?? 0] ?? 0
      if (form[row] === NO_AMOUNT || price === 0) return false
      const { scaled, near: each } = priceOf(price)
      if (!scaled) return false
      const places = decimals[row] === COIN_DECIMALS ? coinDecimals : (decimals[row] ?? 0)
      const units =
        form[row] === WHOLE_AMOUNT
          ? (((top[row] ?? 0) * PART + (high[row] ?? 0)) * PART + (low[row] ?? 0)) / 10 ** places
          : NaN
      const dollars = units * each
      return parts.every(({ fits, exact, near }) => {
        // Also what is too small, too large or no number is compared exactly.
        if (Math.abs(dollars - near) > MARGIN * Math.max(Math.abs(near), dollars) && dollars > 1e-200)
          return fits(dollars - near)
        return exact((rawAt(column, row) ?? 0n) * scaled.digits, places + scaled.places)
      })
    }
  }
}

/** Block numbers: what is missing fits nothing. */
export function blockColumn(bounds: readonly Bound[]) {
  const tests = bounds.map(({ comparison, number }) => {
    const { digits, places } = scaledOf(number)
    // Blocks are told exactly by a double; what is compared to them may not be.
    const compare = COMPARE[comparison]
    const near = Number(number)
    return places === 0 && Number.isSafeInteger(near)
      ? (block: number) => FITS[comparison](block - near)
      : (block: number) => compare(BigInt(block) * 10n ** BigInt(places), digits)
  })
  return (columns: Columns): RowFits => {
    const blocks = columns.u32('block')
    return (row) => {
      const block = blocks[row] ?? 0
      return block > 0 && tests.every((test) => test(block - 1))
    }
  }
}
