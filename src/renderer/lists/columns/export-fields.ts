/** What columns are in a file: fields that say by their name what they hold, amounts scaled and raw. */
import type { AddressRef } from '#shared/chain/address.ts'
import { formatAmount } from '#shared/units.ts'
import { addressText } from '#renderer/entities/address/address-cell.ts'
import { addressName } from '#renderer/entities/address/address-name.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { AnyListColumn, ExportField, ListColumn } from './list-column.ts'

type Maybe<Value> = Value | null | undefined

/** Of a column that names none, its text under its label. */
export const exportFields = (column: AnyListColumn): readonly ExportField<never>[] =>
  column.fields ?? [{ head: column.label, text: column.text }]

export const headOf = ({ head }: ExportField<never>, context: CellContext): string =>
  typeof head === 'string' ? head : head(context)

export const addressFields = <Item>(
  label: string,
  who: (item: Item) => Maybe<AddressRef>,
): ListColumn<Item>['fields'] => [
  { head: label, text: (item) => addressText(who(item)) },
  {
    head: `${label} name`,
    text: (item, { labels }) => {
      const address = who(item)
      return address ? (addressName(address, labels) ?? '') : ''
    },
  },
]

/** ISO 8601 in UTC; what is no time stays as it came. */
export function isoTime(time: Maybe<string>): string {
  const at = time == null ? NaN : Date.parse(time)
  return Number.isNaN(at) ? (time ?? '') : new Date(at).toISOString()
}

/** In the coin, and in the smallest unit of it. */
export const coinFields = <Item>(
  label: string,
  amount: (item: Item) => Maybe<string>,
): ListColumn<Item>['fields'] => [
  {
    head: ({ coin }) => `${label} (${coin.symbol})`,
    text: (item, { coin }) => scaled(amount(item), coin.decimals),
  },
  { head: `${label} (raw)`, text: (item) => amount(item) ?? '' },
]

export const gweiFields = <Item>(
  label: string,
  amount: (item: Item) => Maybe<string>,
): ListColumn<Item>['fields'] => [
  { head: `${label} (gwei)`, text: (item) => scaled(amount(item), 9) },
  { head: `${label} (wei)`, text: (item) => amount(item) ?? '' },
]

interface TokenUnit {
  readonly address_hash?: Maybe<string>
  readonly symbol?: Maybe<string>
  readonly decimals?: Maybe<string>
}
interface TokenAmount {
  readonly value?: Maybe<string>
  readonly decimals?: Maybe<string>
}

/** One amount or several, in units of a token and raw, with the unit they are of. */
export const tokenAmountFields = <Item>(
  label: string,
  amounts: (item: Item) => readonly TokenAmount[],
  tokenOf: (item: Item, context: CellContext) => Maybe<TokenUnit>,
): readonly ExportField<Item>[] => {
  const decimalsOf = ({ decimals }: TokenAmount, token: Maybe<TokenUnit>) => decimals ?? token?.decimals
  return [
    {
      head: label,
      text: (item, context) =>
        amounts(item)
          .map((one) => scaled(one.value, decimalsOf(one, tokenOf(item, context))))
          .join(' '),
    },
    { head: 'Unit', text: (item, context) => tokenOf(item, context)?.symbol ?? '' },
    { head: 'Token address', text: (item, context) => tokenOf(item, context)?.address_hash ?? '' },
    {
      head: `${label} (raw)`,
      text: (item) =>
        amounts(item)
          .map(({ value }) => value ?? '')
          .join(' '),
    },
    {
      head: 'Decimals',
      text: (item, context) => decimalsOf(amounts(item)[0] ?? {}, tokenOf(item, context)) ?? '',
    },
  ]
}

const scaled = (amount: Maybe<string>, decimals: Maybe<string | number>) =>
  amount == null ? '' : formatAmount(amount, decimals, '')
