/**
 * The fields that each kind of row can be sorted by: those of the language, computed values, and any member of the
 * item.
 */
import type { AddressRef } from '../chain/address.ts'
import { namesOnChain } from '../chain/address-names.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import { COMPUTED_FIELDS, computedValue, type ComputedField } from './computed-values.ts'
import { rowFields, type RowContext } from './row-fields.ts'
import { addressName, firstOf, tokenName, worthOf } from './sort-names.ts'
import { amountOf, wholeOf, type ReadValue } from './sort-values.ts'

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
  ...COMPUTED_FIELDS,
] as const
export type SortField = (typeof SORT_FIELDS)[number]

/** Decimal fractions such as prices: compared as doubles, as they are shown. */
const FRACTION = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

type Readers = Readonly<Partial<Record<string, ReadValue>>>
const NO_VALUE: ReadValue = () => undefined

/** Makes a reader of a row's sort value. Rows without a value come last. */
export function sortValue(resource: Resource, by: string, context: RowContext): ReadValue {
  if (by.startsWith('item.')) return memberOf(by.split('.').slice(1))
  const fields = rowFields(resource)
  const nameOf = (address: AddressRef | null | undefined) =>
    address ? addressName(address.hash, namesOnChain(address)[0], context) : undefined
  const readers: Readonly<Record<Exclude<SortField, ComputedField>, ReadValue>> = {
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
  return computedValue(resource, by, context) ?? (readers as Readers)[by] ?? NO_VALUE
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
