import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { amountOf } from '#shared/query/sort-values.ts'
import { h } from 'vue'
import type { TokenBalance } from '#shared/chain/token.ts'
import { copyFiatValue, formatFiatValue, formatAmount, multiplyByPrice } from '#shared/units.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import type { ListColumn, ListColumns } from './list-column.ts'
import { tokenColumns } from './token-columns.ts'

const about = tokenColumns<TokenBalance>(({ token }) => token)

const columns: readonly ListColumn<TokenBalance>[] = [
  about.token,
  about.symbol,
  about.contract,
  about.type,
  {
    id: 'token_id',
    label: $msgid('Token id'),
    head: () => $gettext('Id'),
    width: 92,
    grow: 0.2,
    narrow: { at: 'fact' },
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
    label: $msgid('Balance'),
    width: 132,
    grow: 1,
    narrow: { at: 'amount' },
    align: 'end',
    cell: (item, _, room) => amountCell(item.value, item.token.decimals, { room }),
    text: (item) => (item.value == null ? '' : formatAmount(item.value, item.token.decimals, '')),
    sort: (item) => amountOf(item.value, item.token.decimals),
  },
  about.price,
  {
    id: 'value',
    label: $msgid('Value now, USD'),
    width: 110,
    grow: 0.5,
    narrow: { at: 'end' },
    align: 'end',
    cell: (item) => formatFiatValue(item.value, item.token.decimals, item.token.exchange_rate) ?? null,
    text: (item) => copyFiatValue(item.value, item.token.decimals, item.token.exchange_rate),
    sort: (item) => multiplyByPrice(item.value, item.token.decimals, item.token.exchange_rate),
  },
]

export const addressTokens: ListColumns<TokenBalance> = columns
