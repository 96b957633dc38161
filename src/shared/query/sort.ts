/** What the rows of each kind can be sorted by: the fields of the language, and any member of an item. */
import type { AddressRef } from '../chain/address.ts'
import { namesOnChain } from '../chain/address-names.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import { knownDecimals, writeOut } from '../units.ts'
import { rowFields, type Amount, type RowContext, type TokenName } from './row-fields.ts'
import { amountOf, inUnits, wholeOf, type SortValue } from './sort-values.ts'
import { scaledOf } from './values.ts'

export const SORT_FIELDS = [
  'time',
  'block',
  'amount',
  'value',
  'fee',
  'usd',
  'from',
  'to',
  'token',
  'method',
  'type',
  'id',
] as const
export type SortField = (typeof SORT_FIELDS)[number]

type ReadValue = (item: object) => SortValue | undefined

/** Such as prices: compared as doubles, as they are shown. */
const FRACTION = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

export function worthOf({ raw, decimals, price }: Omit<Amount, 'token'>): bigint | undefined {
  const written = price == null || decimals == null ? undefined : writeOut(price)
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

/** What an address is sorted by: the person's label, what it is called, or its hash. */
export const addressName = (
  hash: string,
  name: string | undefined,
  { labels }: Pick<RowContext, 'labels'>,
): string => (labels.get(hash.toLowerCase()) ?? name ?? hash).toLowerCase()

export const tokenName = ({ symbol, name, address_hash: hash }: TokenName): string =>
  (symbol ?? name ?? hash).toLowerCase()

/** What a row is sorted by; undefined of a row that has nothing for it: such rows come last. */
export function sortValue(resource: Resource, by: string, context: RowContext): ReadValue {
  if (by.startsWith('item.')) return memberOf(by.split('.').slice(1))
  const fields = rowFields(resource)
  const nameOf = (address: AddressRef | null | undefined) =>
    address ? addressName(address.hash, namesOnChain(address)[0], context) : undefined
  const readers: Readonly<Record<SortField, ReadValue>> = {
    time: (item) => timeOf(fields.time?.(item)),
    block: (item) => numberOf(fields.block?.(item)),
    amount: (item) =>
      firstOf(fields.amounts?.(item, context), ({ raw, decimals }) => amountOf(raw, decimals)),
    value: (item) => wholeOf(fields.value?.(item, context)),
    fee: (item) => wholeOf(fields.fee?.(item)),
    usd: (item) => firstOf(fields.worth?.(item, context), worthOf),
    from: (item) => nameOf(fields.from?.(item)),
    to: (item) => nameOf(fields.to?.(item)),
    token: (item) => firstOf(fields.tokens?.(item, context), (token) => token && tokenName(token)),
    method: (item) => {
      const method = fields.method?.(item, context)
      return method ? method.toLowerCase() : undefined
    },
    type: (item) => firstOf(fields.types?.(item), (type) => type?.toLowerCase()),
    id: (item) => firstOf(fields.ids?.(item), wholeOf),
  }
  return readers[by as SortField]
}

function timeOf(time: string | null | undefined): number | undefined {
  const at = time == null ? NaN : Date.parse(time)
  return Number.isNaN(at) ? undefined : at
}

const numberOf = (value: string | number | null | undefined) =>
  value == null || Number.isNaN(Number(value)) ? undefined : Number(value)

function memberOf(path: readonly string[]): ReadValue {
  return (item) => {
    let value: unknown = item
    for (const name of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = (value as Readonly<Record<string, unknown>>)[name]
    }
    if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
    if (typeof value === 'boolean') return Number(value)
    if (typeof value !== 'string') return undefined
    return wholeOf(value) ?? (FRACTION.test(value) ? Number(value) : value.toLowerCase())
  }
}
