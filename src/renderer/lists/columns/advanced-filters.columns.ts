import { h } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { calledMethod } from '#shared/chain/call-name.ts'
import type { AdvancedFilterItem } from '#shared/chain/advanced-filter.ts'
import { tagCell } from '#renderer/entities/transaction/badge-cells.ts'
import { coinColumn, valueColumn } from './coin-column.ts'
import type { ListColumn, ListColumns } from './list-column.ts'
import { age, blockNumber, method, party, statusColumn, transactionHash } from './shared-columns.ts'
import { movedAmount, movedToken } from './token-transfers.columns.ts'

const TYPES: Readonly<Record<string, string>> = {
  coin_transfer: $msgid('coin transfer'),
  contract_interaction: $msgid('contract call'),
  contract_creation: $msgid('new contract'),
}
const hasFailed = (item: AdvancedFilterItem) => item.status === 'error'
/** The status in English, for copies. */
const statusText = (item: AdvancedFilterItem) =>
  item.status == null ? '' : hasFailed(item) ? $msgid('Failed') : $msgid('Success')
const shownStatus = (item: AdvancedFilterItem) => (item.status == null ? '' : $gettext(statusText(item)))

function shownType({ type }: AdvancedFilterItem): string | null | undefined {
  const known = TYPES[type ?? '']
  return known === undefined ? type : $gettext(known)
}

const value = valueColumn(hasFailed)

/** The value in coins, or the amount of a token. */
const amount: ListColumn<AdvancedFilterItem> = {
  ...movedAmount,
  cell: (item, context, room) => (item.token ? movedAmount : value).cell(item, context, room),
  text: (item, context) => (item.token ? movedAmount : value).text(item, context),
  // Amounts of different tokens have no order.
  sort: undefined,
}

const asset: ListColumn<AdvancedFilterItem> = {
  ...movedToken,
  cell: (item, context, room) =>
    item.token ? movedToken.cell(item, context, room) : h('span', { class: 'mid' }, context.coin.symbol),
  text: (item, context) => (item.token ? movedToken.text(item, context) : context.coin.symbol),
}

/** Columns of transactions, internal transactions and token transfers in one list. */
export const advancedFilters: ListColumns<AdvancedFilterItem> = [
  statusColumn(
    (item) => (item.status == null ? undefined : hasFailed(item) ? 'failed' : 'ok'),
    statusText,
    shownStatus,
  ),
  transactionHash((item) => item.hash),
  {
    id: 'type',
    label: $msgid('Type'),
    width: 96,
    grow: 0.3,
    narrow: { at: 'kind' },
    cell: (item) => tagCell(shownType(item)),
    text: (item) => item.type ?? '',
    sort: (item) => item.type ?? undefined,
  },
  { ...method<AdvancedFilterItem>(calledMethod), hiddenAtFirst: true },
  blockNumber(),
  age(),
  party('from'),
  party('to'),
  amount,
  asset,
  coinColumn('fee', $msgid('Fee of the transaction'), (item) => item.fee, { hiddenAtFirst: true }),
]
