import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { Coin } from '#shared/source.ts'
import { wholeOf } from '#shared/query/sort-values.ts'
import type { ListColumn } from './list-column.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { formatAmount } from '#shared/units.ts'

type Amount<Item> = (item: Item, coin: Coin) => string | null | undefined

/**
 * A column with an amount of the chain's coin, in wei as the API gives it. `label` is in English. `unitOf` names the
 * unit of an item whose amount is in another.
 */
export const coinColumn = <Item>(
  id: string,
  label: string,
  amount: Amount<Item>,
  more: Partial<ListColumn<Item>> = {},
  unitOf: (coin: Coin) => Pick<Coin, 'symbol' | 'decimals'> = (coin) => coin,
): ListColumn<Item> => ({
  id,
  label,
  head: ({ coin }) => [$gettext(label), unitOf(coin).symbol || []].flat().join(', '),
  width: 104,
  grow: 0.5,
  align: 'end',
  cell: (item, { coin }, room) => amountCell(amount(item, coin), unitOf(coin).decimals, { room }),
  text: (item, { coin }) => {
    const value = amount(item, coin)
    return value == null ? '' : formatAmount(value, unitOf(coin).decimals, '')
  },
  sort: (item, { coin }) => wholeOf(amount(item, coin)),
  ...more,
})

/** The value of a transaction or call; struck through where it failed. */
export const valueColumn = <Item extends { readonly value?: string | null | undefined }>(
  failed: (item: Item) => boolean,
): ListColumn<Item> => {
  const cell =
    (meetsAtPoint: boolean): ListColumn<Item>['cell'] =>
    (item, { coin }, room) =>
      amountCell(item.value, coin.decimals, {
        room,
        meetsAtPoint,
        unmoved: failed(item) && item.value !== '0' ? $gettext('Nothing was moved') : undefined,
      })
  const narrow = { at: 'amount', cell: cell(false) } as const
  return coinColumn('value', $msgid('Value'), (item) => item.value, { grow: 0.9, narrow, cell: cell(true) })
}

/** A column with a count of any size, for example gas or a number of transactions. */
export const countColumn = <Item>(
  id: string,
  label: string,
  count: (item: Item) => string | number | null | undefined,
  more: Partial<ListColumn<Item>> = {},
): ListColumn<Item> => ({
  id,
  label,
  width: 84,
  grow: 0,
  align: 'end',
  cell: (item) => {
    const value = count(item)
    return value == null ? null : formatCount(value)
  },
  text: (item) => {
    const value = count(item)
    return value == null ? '' : String(value)
  },
  sort: (item) => {
    const value = count(item)
    return value == null ? undefined : wholeOf(String(value))
  },
  ...more,
})
