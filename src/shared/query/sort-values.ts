/** Sort values of rows and their order, the same in the core and in the window. */
import { knownDecimals } from '../units.ts'

export type SortValue = string | number | bigint
/** Returns undefined if the item has no value. */
export type ReadValue = (item: object) => SortValue | undefined

/** Amounts with different decimals are compared in units, to this many decimal places. */
export const SORT_PLACES = 36
/** The maximal length of an amount: parsing a text of a million digits takes a second. */
const WHOLE = /^-?\d{1,100}$/

export const wholeOf = (raw: string | number | null | undefined): bigint | undefined =>
  raw != null && WHOLE.test(String(raw)) ? BigInt(raw) : undefined

export function inUnits(raw: bigint, places: number): bigint {
  return places <= SORT_PLACES
    ? raw * 10n ** BigInt(SORT_PLACES - places)
    : raw / 10n ** BigInt(places - SORT_PLACES)
}

/** An amount as a number to sort by: 5 of a token with 6 decimals sort below 6 of one with 18. */
export function amountOf(
  raw: string | null | undefined,
  decimals: string | number | null | undefined,
): bigint | undefined {
  const [whole, places] = [wholeOf(raw), knownDecimals(decimals)]
  return whole === undefined || places === undefined ? undefined : inUnits(whole, places)
}

/** Negative if `one` comes first. Numbers come before texts; a missing value is last in both directions. */
export function compareValues(
  one: SortValue | undefined,
  other: SortValue | undefined,
  descending: boolean,
): number {
  if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? 1 : -1
  const [isText, isOtherText] = [typeof one === 'string', typeof other === 'string']
  if (isText !== isOtherText) return isText ? 1 : -1
  if (one < other) return descending ? 1 : -1
  return one > other ? (descending ? -1 : 1) : 0
}
