/** Sort values of addresses and tokens with names, and of amounts with prices. */
import { hasWholeUnits, knownDecimals, writeOut } from '../units.ts'
import type { Amount, RowContext, TokenName } from './row-fields.ts'
import { inUnits, wholeOf, type SortValue } from './sort-values.ts'
import { scaledOf } from './values.ts'

export function worthOf({ raw, decimals, price }: Omit<Amount, 'token'>): bigint | undefined {
  const written = price == null || !hasWholeUnits(decimals) ? undefined : writeOut(price)
  const [whole, places] = [wholeOf(raw), knownDecimals(decimals)]
  if (written === undefined || whole === undefined || places === undefined) return undefined
  const each = scaledOf(written)
  return inUnits(whole * each.digits, places + each.places)
}

export function firstOf<T>(all: readonly T[] | undefined, read: (one: T) => SortValue | null | undefined) {
  for (const one of all ?? []) {
    const value = read(one)
    if (value != null) return value
  }
  return undefined
}

/** The sort value of an address: the person's label, its name, or its hash. */
export const addressName = (
  hash: string,
  name: string | undefined,
  { labels }: Pick<RowContext, 'labels'>,
): string => (labels.get(hash.toLowerCase()) ?? name ?? hash).toLowerCase()

export const tokenName = ({ symbol, name, address_hash: hash }: TokenName): string =>
  (symbol ?? name ?? hash).toLowerCase()
