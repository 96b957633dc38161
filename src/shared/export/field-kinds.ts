/** Kinds of columns of exported files, and the columns that many lists share. */
import { namesOnChain } from '../chain/address-names.ts'
import type { AddressRef } from '../chain/address.ts'
import type { Token } from '../chain/token.ts'
import { isOwn, isWithin } from '../query/own-addresses.ts'
import type { RowContext } from '../query/row-fields.ts'
import { plainName } from '../text/hostile-text.ts'
import { formatAmount, knownDecimals } from '../units.ts'

/**
 * `integer`: signed, 64 bits. `number`: a double; an amount has one beside its exact text, in a column that ends in
 * `_approx`. `amount`: decimal digits of up to 256 bits. `list`: words, with a blank between. Other numbers that 64
 * bits may not hold are `text`.
 */
export type FieldType = 'text' | 'amount' | 'list' | 'integer' | 'number' | 'time' | 'boolean'

type Maybe<T> = T | null | undefined

export interface ExportField<Item> {
  /** The column's name in every format: lower case with underscores. */
  readonly name: string
  readonly type: FieldType
  /** Reads the value from an item. If it does not fit the type, the last column has it, as JSON. */
  readonly read: (item: Item, context: RowContext) => Maybe<string | number | boolean>
}

export type Fields<Item> = readonly ExportField<Item>[]

const field =
  (type: FieldType) =>
  <Item>(name: string, read: ExportField<Item>['read']): ExportField<Item> => ({ name, type, read })

export const text = field('text')
const digits = field('amount')
export const list = field('list')
export const integer = field('integer')
export const number = field('number')
export const time = field('time')
export const boolean = field('boolean')

/** A name that anybody may have written, as one line without invisible characters. */
export const nameText = (name: Maybe<string>, maxLength?: number) =>
  name == null ? undefined : plainName(name, maxLength)

/** Two columns: an address, and its name (the person's own label, or else the name on the chain). */
export const who = <Item>(name: string, of: (item: Item) => Maybe<AddressRef>): Fields<Item> => [
  text(name, (item) => of(item)?.hash),
  text(`${name}_name`, (item, { labels }) => {
    const address = of(item)
    return address && nameText(labels.get(address.hash.toLowerCase()) ?? namesOnChain(address)[0])
  }),
]

/**
 * An amount in units as a double, exact to 15 digits; of a token that says it has no decimals (null) in its smallest
 * unit. Undefined where nobody said.
 */
export function approximate(raw: Maybe<string>, decimals: Maybe<string | number>): number | undefined {
  if (raw == null || decimals === undefined || knownDecimals(decimals) === undefined) return undefined
  const value = Number(formatAmount(raw, decimals, ''))
  return Number.isFinite(value) ? value : undefined
}

/** Two columns: an amount in smallest units, and the same in units as a double. */
export const amount = <Item>(
  name: string,
  raw: (item: Item, context: RowContext) => Maybe<string>,
  decimals: (item: Item, context: RowContext) => Maybe<string | number>,
): Fields<Item> => [
  digits(name, raw),
  number(`${name}_approx`, (item, context) => approximate(raw(item, context), decimals(item, context))),
]

/** An amount of the chain's coin. */
export const coinAmount = <Item>(name: string, raw: (item: Item) => Maybe<string>): Fields<Item> =>
  amount(name, raw, (_, { coin }) => coin.decimals)

/** Two columns: a gas price in wei, and the same in gwei as a double. */
export const gasPrice = <Item>(name: string, raw: (item: Item) => Maybe<string>): Fields<Item> => [
  digits(name, raw),
  number(`${name}_gwei_approx`, (item) => approximate(raw(item), 9)),
]

/** Whole numbers such as gas and counts, which fit 64 bits in honest data. */
export const count = <Item>(name: string, of: (item: Item) => Maybe<string | number>) =>
  integer<Item>(name, of)

interface InBlock {
  readonly block_number?: Maybe<number>
  readonly timestamp?: Maybe<string>
}
export const IN_BLOCK: Fields<InBlock> = [
  integer('block_number', (item) => item.block_number),
  time('timestamp', (item) => item.timestamp),
]

interface Moved {
  readonly from?: Maybe<AddressRef>
  readonly to?: Maybe<AddressRef>
}
/** `in`, `out` or `self` relative to the address of the list; `within` for a transfer between two members. */
export const DIRECTION: ExportField<Moved> = text('direction', ({ from, to }, context) => {
  if (isWithin(context, from, to)) return 'within'
  const isSender = isOwn(context, from)
  const isReceiver = isOwn(context, to)
  return isSender ? (isReceiver ? 'self' : 'out') : isReceiver ? 'in' : undefined
})

export const tokenFields = <Item>(of: (item: Item, context: RowContext) => Maybe<Token>): Fields<Item> => [
  text('token', (item, context) => of(item, context)?.address_hash),
  text('token_symbol', (item, context) => nameText(of(item, context)?.symbol, 40)),
  text('token_name', (item, context) => nameText(of(item, context)?.name)),
  integer('token_decimals', (item, context) => of(item, context)?.decimals),
]

/** A nested value as JSON; a string stays unchanged. */
export const jsonText = (value: unknown): string | undefined =>
  value == null ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
