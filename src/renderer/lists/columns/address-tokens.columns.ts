import { h } from 'vue'
import type { TokenBalance } from '#shared/chain/token.ts'
import { formatFiatValue, formatAmount, multiplyByPrice } from '#shared/units.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { amountCell, priceCell } from '#renderer/entities/amount/amount-cell.ts'
import { tagCell } from '#renderer/entities/transaction/badge-cells.ts'
import type { ListColumn } from './list-column.ts'
import type { ListPresentation } from './list-presentation.ts'
import { hashCell } from '#renderer/entities/transaction/hash-cell.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { tokenCell, tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { unitSort } from './amount-sort.ts'

const columns: readonly ListColumn<TokenBalance>[] = [
  {
    id: 'token',
    label: 'Token',
    width: 160,
    grow: 1.4,
    cell: (item, context) => tokenCell(item.token, context, 'name'),
    text: (item) => tokenLabel(item.token, 'name'),
    link: (item, { links }) => links.token(item.token.address_hash),
    sort: (item) => tokenLabel(item.token, 'name').toLowerCase(),
  },
  {
    id: 'symbol',
    label: 'Symbol',
    width: 76,
    grow: 0.4,
    cell: (item) => h('bdi', { class: 'mid' }, plainName(item.token.symbol ?? '', 40)),
    text: (item) => item.token.symbol ?? '',
    sort: (item) => item.token.symbol?.toLowerCase(),
  },
  {
    id: 'contract',
    label: 'Contract',
    width: 96,
    grow: 0.3,
    cell: (item, { links }) => hashCell(item.token.address_hash, links.token(item.token.address_hash)),
    text: (item) => item.token.address_hash,
    fields: [{ head: 'Token address', text: (item) => item.token.address_hash }],
    link: (item, { links }) => links.token(item.token.address_hash),
  },
  {
    id: 'type',
    label: 'Type',
    width: 72,
    grow: 0.1,
    cell: (item) => tagCell(item.token.type),
    text: (item) => item.token.type ?? '',
    sort: (item) => item.token.type ?? undefined,
  },
  {
    id: 'token_id',
    label: 'Token id',
    head: () => 'Id',
    width: 92,
    grow: 0.2,
    cell: (item, { links }) => {
      if (item.token_id == null) return null
      const link = links.instance(item.token.address_hash, item.token_id)
      return h(
        'a',
        {
          class: 'nft-id',
          href: link.href,
          tabindex: -1,
          'data-to': link.to,
          'data-copy': item.token_id,
          title: item.token_id,
        },
        `#${shortenHash(item.token_id, 8, 4)}`,
      )
    },
    text: (item) => item.token_id ?? '',
    link: (item, { links }) =>
      item.token_id == null ? undefined : links.instance(item.token.address_hash, item.token_id),
  },
  {
    id: 'balance',
    label: 'Balance',
    width: 132,
    grow: 1,
    align: 'end',
    cell: (item, _, room) => amountCell(item.value, item.token.decimals, { room }),
    text: (item) => (item.value == null ? '' : formatAmount(item.value, item.token.decimals, '')),
    fields: [
      {
        head: 'Balance',
        text: (item) => (item.value == null ? '' : formatAmount(item.value, item.token.decimals, '')),
      },
      { head: 'Balance (raw)', text: (item) => item.value ?? '' },
      { head: 'Decimals', text: (item) => item.token.decimals ?? '' },
    ],
    sort: (item) => unitSort(item.value, item.token.decimals),
  },
  {
    id: 'price',
    label: 'Price, USD',
    width: 100,
    grow: 0.3,
    align: 'end',
    cell: (item, _, room) => priceCell(item.token.exchange_rate, room),
    text: (item) => item.token.exchange_rate ?? '',
    sort: (item) => (item.token.exchange_rate == null ? undefined : Number(item.token.exchange_rate)),
  },
  {
    id: 'value',
    label: 'Value, USD',
    width: 110,
    grow: 0.5,
    align: 'end',
    cell: (item) => formatFiatValue(item.value, item.token.decimals, item.token.exchange_rate) ?? null,
    text: (item) =>
      formatFiatValue(item.value, item.token.decimals, item.token.exchange_rate)?.replaceAll(',', '') ?? '',
    sort: (item) =>
      item.value == null || item.token.decimals == null || item.token.exchange_rate == null
        ? undefined
        : multiplyByPrice(item.value, item.token.decimals, item.token.exchange_rate),
  },
]

export const addressTokens: ListPresentation<TokenBalance> = {
  title: 'Tokens',
  noun: { one: 'token', many: 'tokens' },
  empty: 'This address holds no tokens on this chain.',
  columns,
}
