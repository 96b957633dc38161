/** Amounts as two halves of 64 bits, compared exactly. */
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
import { rememberTexts } from './text-columns.ts'

/** One of the comparisons that make a condition; a range is two. */
export interface Bound {
  readonly comparison: Comparison
  readonly number: string
}

export type AmountName = 'amount' | 'value' | 'fee'
type RowFits = (row: number) => boolean

const LOW = 2 ** 32

export interface AmountColumn {
  readonly form: Uint8Array
  readonly low: Uint32Array
  readonly high: Uint32Array
  readonly texts: readonly string[]
}

export const amountColumn = (columns: Columns, name: AmountName): AmountColumn => ({
  form: columns.bytesOf(`${name}Form`),
  low: columns.u32(`${name}Low`),
  high: columns.u32(`${name}High`),
  texts: columns.has(`${name}Form`) ? columns.texts : [],
})

/** Undefined where there is none. */
export function rawAt({ form, low, high, texts }: AmountColumn, row: number): bigint | undefined {
  if (form[row] === WHOLE_AMOUNT) return (BigInt(high[row] ?? 0) << 32n) | BigInt(low[row] ?? 0)
  return form[row] === TEXT_AMOUNT ? BigInt(texts[(low[row] ?? 0) - 1] ?? 0) : undefined
}

/** Below zero, zero or above it, as an amount of at most 64 bits is to the number. */
type CompareHalves = (high: number, low: number) => number

function halvesComparer(number: string, places: number): CompareHalves {
  // raw * factor against digits: raw against how often the factor goes into them, and whether something is left.
  const [factor, digits] = scaleTo(scaledOf(number), places)
  if (digits < 0n) return () => 1
  const whole = digits / factor
  const hasRest = digits % factor !== 0n
  if (whole >= 2n ** 64n) return () => -1
  const [wantedHigh, wantedLow] = [Number(whole >> 32n), Number(whole & 0xffff_ffffn)]
  return (high, low) => {
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
  const byPlaces = new Map<number, RowTestOfHalves>()
  type RowTestOfHalves = (high: number, low: number) => boolean
  const testFor = (places: number) => {
    let test = byPlaces.get(places)
    if (!test) {
      const parts = bounds.map(({ comparison, number }) => ({
        compare: halvesComparer(number, places),
        fits: FITS[comparison],
      }))
      test = (high, low) => parts.every(({ compare, fits }) => fits(compare(high, low)))
      byPlaces.set(places, test)
    }
    return test
  }
  return (columns: Columns): RowFits => {
    const column = amountColumn(columns, name)
    const { form, low, high } = column
    const decimals = name === 'amount' ? columns.bytesOf('decimals') : undefined
    let places = -1
    let test: RowTestOfHalves | undefined
    return (row) => {
      const is = form[row]
      if (is === NO_AMOUNT) return false
      const own = decimals?.[row] ?? COIN_DECIMALS
      const now = own === COIN_DECIMALS ? coinDecimals : own
      if (is === WHOLE_AMOUNT) {
        if (now !== places || !test) test = testFor((places = now))
        return test(high[row] ?? 0, low[row] ?? 0)
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
  const priceOf = rememberTexts((price) => {
    const scaled = scaledPrice(price)
    return { scaled, near: scaled ? Number(scaled.digits) / 10 ** scaled.places : NaN }
  })
  return (columns: Columns): RowFits => {
    const column = amountColumn(columns, 'amount')
    const { form, low, high } = column
    const decimals = columns.bytesOf('decimals')
    const prices = columns.u16('price')
    const texts = columns.has('price') ? columns.texts : []
    return (row) => {
      const price = prices[row] ?? 0
      if (form[row] === NO_AMOUNT || price === 0) return false
      const { scaled, near: each } = priceOf(texts[price - 1] ?? '')
      if (!scaled) return false
      const places = decimals[row] === COIN_DECIMALS ? coinDecimals : (decimals[row] ?? 0)
      const units =
        form[row] === WHOLE_AMOUNT ? ((high[row] ?? 0) * LOW + (low[row] ?? 0)) / 10 ** places : NaN
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
