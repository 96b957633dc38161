import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { wholeOf } from '#shared/query/sort-values.ts'
import { h } from 'vue'
import type { TokenHolder } from '#shared/chain/token.ts'
import { copyFiatValue, formatFiatValue, formatAmount, formatPercent } from '#shared/units.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import type { ListColumn, ListColumns } from './list-column.ts'

/** Percentage of the supply; undefined where balance or supply is unknown. */
function shareOf({ value }: TokenHolder, { ownToken }: CellContext): string | undefined {
  const supply = ownToken?.total_supply
  return value == null || supply == null ? undefined : formatPercent(value, supply, 4)
}

const priced = ({ value }: TokenHolder, { ownToken }: CellContext) =>
  [value, ownToken?.decimals, ownToken?.exchange_rate] as const

const columns: readonly ListColumn<TokenHolder>[] = [
  {
    id: 'address',
    label: $msgid('Holder'),
    width: 190,
    grow: 1.6,
    narrow: { at: 'main' },
    cell: (item, context) => addressCell(item.address, context),
    text: (item) => addressText(item.address),
    link: (item, { links }) => links.address(item.address.hash),
    sort: (item) => item.address.hash.toLowerCase(),
  },
  {
    id: 'balance',
    label: $msgid('Balance'),
    width: 160,
    grow: 1,
    narrow: { at: 'amount' },
    align: 'end',
    cell: ({ value, token_id: id }, { ownToken }, room) => [
      amountCell(value, ownToken?.decimals, id == null ? { room } : {}),
      id == null ? null : h('span', { class: 'nft-id', title: `#${id}` }, ` × #${shortenHash(id, 8, 4)}`),
    ],
    text: ({ value }, { ownToken }) => (value == null ? '' : formatAmount(value, ownToken?.decimals, '')),
    sort: ({ value }) => wholeOf(value),
  },
  {
    id: 'share',
    label: $msgid('Share of supply'),
    width: 120,
    grow: 0.4,
    narrow: { at: 'fact' },
    align: 'end',
    cell: (item, context) => {
      const share = shareOf(item, context)
      if (share === undefined) return null
      const isTiny = share === '0' && item.value !== '0'
      return h('span', { class: 'mid', 'data-copy': share }, isTiny ? '< 0.0001 %' : `${share} %`)
    },
    text: (item, context) => shareOf(item, context) ?? '',
    sort: ({ value }) => wholeOf(value),
  },
  {
    id: 'value',
    label: $msgid('Value now, USD'),
    width: 110,
    grow: 0.5,
    narrow: { at: 'end' },
    align: 'end',
    cell: (item, context) => formatFiatValue(...priced(item, context)) ?? null,
    text: (item, context) => copyFiatValue(...priced(item, context)),
    sort: ({ value }) => wholeOf(value),
  },
  {
    id: 'token_id',
    label: $msgid('Token id'),
    head: () => $gettext('Id'),
    width: 90,
    grow: 0.2,
    narrow: { at: 'fact' },
    hiddenAtFirst: true,
    cell: ({ token_id: id }) => id ?? null,
    text: ({ token_id: id }) => id ?? '',
  },
]

export const tokenHolders: ListColumns<TokenHolder> = columns

/** No source gives a supply or a price for a single NFT. */
export const instanceHolders: ListColumns<TokenHolder> = columns.filter(
  ({ id }) => id === 'address' || id === 'balance',
)
