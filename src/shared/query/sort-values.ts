/** Values that rows are sorted by, and their order: the same in the core and in the window. */
import { knownDecimals } from '../units.ts'

export type SortValue = string | number | bigint
/** Undefined of an item that has nothing for it. */
export type ReadValue = (item: object) => SortValue | undefined

/** Amounts with other decimals are compared in units, to this many digits behind the point. */
export const SORT_PLACES = 36
/** As long as an amount can be: to read a text of a million digits as a number takes a second. */
const WHOLE = /^-?\d{1,100}$/

export const wholeOf = (raw: string | number | null | undefined): bigint | undefined =>
  raw != null && WHOLE.test(String(raw)) ? BigInt(raw) : undefined

export function inUnits(raw: bigint, places: number): bigint {
  return places <= SORT_PLACES
    ? raw * 10n ** BigInt(SORT_PLACES - places)
    : raw / 10n ** BigInt(places - SORT_PLACES)
}

/** So that 5 of a token with 6 decimals sort below 6 of one with 18. */
export function amountOf(
  raw: string | null | undefined,
  decimals: string | number | null | undefined,
): bigint | undefined {
  const [whole, places] = [wholeOf(raw), knownDecimals(decimals)]
  return whole === undefined || places === undefined ? undefined : inUnits(whole, places)
}

/** Below zero where `one` comes first. Numbers come before texts; what has no value is last, whichever direction. */
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
