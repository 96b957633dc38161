import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { changedBy } from '#shared/query/computed-values.ts'
import { amountOf } from '#shared/query/sort-values.ts'
import { h } from 'vue'
import type { StateChange } from '#shared/chain/transaction.ts'
import { formatAmount } from '#shared/units.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import { tagCell } from '#renderer/entities/transaction/badge-cells.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { ListColumn, ListColumns } from './list-column.ts'
import { tokenCell, tokenLabel } from '#renderer/entities/token/token-cell.ts'

const columns: readonly ListColumn<StateChange>[] = [
  {
    id: 'address',
    label: $msgid('Address'),
    width: 150,
    grow: 1.2,
    narrow: { at: 'main' },
    cell: (item, context) => [
      addressCell(item.address, context),
      item.is_miner ? tagCell($gettext('Validator'), 'warn') : null,
    ],
    text: (item) => addressText(item.address),
    link: (item, { links }) => links.address(item.address.hash),
    sort: (item) => item.address.hash.toLowerCase(),
  },
  {
    id: 'asset',
    label: $msgid('Asset'),
    width: 140,
    grow: 1,
    narrow: { at: 'unit' },
    cell: (item, context) => [
      item.token ? tokenCell(item.token, context) : h('span', context.coin.symbol),
      item.token_id == null
        ? null
        : h(
            'span',
            { class: 'nft-id', title: `#${item.token_id}`, 'data-copy': item.token_id },
            ` #${shortenHash(item.token_id, 8, 4)}`,
          ),
    ],
    text: (item, { coin }) => (item.token ? tokenLabel(item.token, 'symbol') : coin.symbol),
    link: (item, { links }) => (item.token ? links.token(item.token.address_hash) : undefined),
  },
  balance('before', $msgid('Before'), (item) => item.balance_before),
  balance('after', $msgid('After'), (item) => item.balance_after),
  balance('change', $msgid('Change'), changedBy, true),
]

export const transactionStateChanges: ListColumns<StateChange> = columns

function balance(
  id: string,
  label: string,
  amount: (item: StateChange) => string | null | undefined,
  signed = false,
): ListColumn<StateChange> {
  return {
    id,
    label,
    width: 120,
    grow: 1,
    ...(signed && { narrow: { at: 'amount' } }),
    align: 'end',
    cell: (item, context, room) =>
      amountCell(amount(item), stateChangeDecimals(item, context), { signed, room }),
    text: (item, context) => {
      const value = amount(item)
      return value == null ? '' : formatAmount(value, stateChangeDecimals(item, context), '')
    },
    sort: (item) => amountOf(amount(item), item.token ? item.token.decimals : '18'),
  }
}

/** Decimals of the token, or of the source's coin. */
const stateChangeDecimals = (item: StateChange, { coin }: Pick<CellContext, 'coin'>) =>
  item.token ? item.token.decimals : coin.decimals
