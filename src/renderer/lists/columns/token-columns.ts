/** Columns about a token, for any list. */
import { h } from 'vue'
import { $msgid } from '#shared/text/gettext.ts'
import type { Token } from '#shared/chain/token.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { priceCell } from '#renderer/entities/amount/amount-cell.ts'
import { tokenCell, tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { tagCell } from '#renderer/entities/transaction/badge-cells.ts'
import { hashCell } from '#renderer/entities/transaction/hash-cell.ts'
import type { ListColumn } from './list-column.ts'

/** The columns by their id. */
export const tokenColumns = <Item>(tokenOf: (item: Item) => Token) =>
  ({
    token: {
      id: 'token',
      label: $msgid('Token'),
      width: 160,
      grow: 1.4,
      narrow: { at: 'main' },
      cell: (item, context) => tokenCell(tokenOf(item), context, 'name'),
      text: (item) => tokenLabel(tokenOf(item), 'name'),
      link: (item, { links }) => links.token(tokenOf(item).address_hash),
      sort: (item) => tokenLabel(tokenOf(item), 'name').toLowerCase(),
    },
    symbol: {
      id: 'symbol',
      label: $msgid('Symbol'),
      width: 76,
      grow: 0.4,
      narrow: { at: 'unit' },
      cell: (item) => h('bdi', { class: 'mid' }, plainName(tokenOf(item).symbol ?? '', 40)),
      text: (item) => tokenOf(item).symbol ?? '',
      sort: (item) => tokenOf(item).symbol?.toLowerCase(),
    },
    contract: {
      id: 'contract',
      label: $msgid('Contract'),
      width: 96,
      grow: 0.3,
      narrow: { at: 'fact' },
      cell: (item, { links }) => {
        const { address_hash: hash } = tokenOf(item)
        return hashCell(hash, links.token(hash))
      },
      text: (item) => tokenOf(item).address_hash,
      link: (item, { links }) => links.token(tokenOf(item).address_hash),
    },
    type: {
      id: 'type',
      label: $msgid('Type'),
      width: 72,
      grow: 0.1,
      narrow: { at: 'fact' },
      cell: (item) => tagCell(tokenOf(item).type),
      text: (item) => tokenOf(item).type ?? '',
      sort: (item) => tokenOf(item).type ?? undefined,
    },
    price: {
      id: 'price',
      label: $msgid('Price now, USD'),
      width: 100,
      grow: 0.3,
      align: 'end',
      cell: (item, _, room) => priceCell(tokenOf(item).exchange_rate, room),
      text: (item) => tokenOf(item).exchange_rate ?? '',
      sort: (item) => {
        const { exchange_rate: price } = tokenOf(item)
        return price == null ? undefined : Number(price)
      },
    },
  }) satisfies Readonly<Record<string, ListColumn<Item>>>
