import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { totalReward } from '#shared/query/computed-values.ts'
import { wholeOf } from '#shared/query/sort-values.ts'
import { h } from 'vue'
import type { Block } from '#shared/chain/block.ts'
import { formatGwei, formatPercent } from '#shared/units.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import { tagCell } from '#renderer/entities/transaction/badge-cells.ts'
import type { ListColumn, ListColumns } from './list-column.ts'
import { hashCell } from '#renderer/entities/transaction/hash-cell.ts'
import { coinColumn, countColumn } from './coin-column.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import { age, blockCell } from './shared-columns.ts'

const columns: readonly ListColumn<Block>[] = [
  {
    id: 'height',
    label: $msgid('Block'),
    width: 100,
    grow: 0.4,
    narrow: { at: 'main' },
    cell: (item, { links }) => [
      item.height == null ? null : blockCell(item.height, links.block(String(item.height)), 'strong'),
      item.type != null && item.type !== 'block' ? [' ', tagCell(item.type, 'warn')] : null,
    ],
    text: (item) => (item.height == null ? '' : String(item.height)),
    link: (item, { links }) => (item.height == null ? undefined : links.block(String(item.height))),
    sort: (item) => item.height ?? undefined,
  },
  {
    id: 'hash',
    label: $msgid('Hash'),
    width: 100,
    grow: 0.6,
    narrow: { at: 'fact' },
    cell: (item) => hashCell(item.hash),
    text: (item) => item.hash,
  },
  age(),
  countColumn('transactions', $msgid('Transactions'), (item) => item.transactions_count, {
    width: 92,
    narrow: { at: 'fact', isNamed: true },
  }),
  {
    id: 'gas_used',
    label: $msgid('Gas used'),
    width: 190,
    grow: 1,
    narrow: { at: 'amount' },
    align: 'end',
    cell: gasCell,
    text: (item) => item.gas_used ?? '',
    sort: (item) => wholeOf(item.gas_used),
  },
  coinColumn('reward', $msgid('Reward'), (item) => totalReward(item)?.toString(), {
    width: 98,
    narrow: { at: 'fact', isNamed: true },
  }),
  coinColumn('burnt', $msgid('Burnt fees'), (item) => item.burnt_fees, { width: 98 }),
  countColumn('base_fee', $msgid('Base fee, gwei'), (item) => item.base_fee_per_gas, {
    width: 98,
    grow: 0.3,
    cell: (item, _, room) => amountCell(item.base_fee_per_gas, 9, { room }),
    text: (item) => (item.base_fee_per_gas == null ? '' : formatGwei(item.base_fee_per_gas)),
  }),
  coinColumn('fees', $msgid('Fees'), (item) => item.transaction_fees, { hiddenAtFirst: true }),
  countColumn('size', $msgid('Size, bytes'), (item) => item.size, { hiddenAtFirst: true, width: 92 }),
  countColumn('withdrawals', $msgid('Withdrawals'), (item) => item.withdrawals_count, {
    hiddenAtFirst: true,
    width: 92,
  }),
]

export const addressBlocksValidated: ListColumns<Block> = columns

const validator: ListColumn<Block> = {
  id: 'validator',
  label: $msgid('Validator'),
  width: 128,
  grow: 1,
  narrow: { at: 'main' },
  cell: (item, context) => addressCell(item.miner, context),
  text: (item) => addressText(item.miner),
  link: (item, { links }) => (item.miner ? links.address(item.miner.hash) : undefined),
}

export const latestBlocks: ListColumns<Block> = columns.flatMap((column) =>
  column.id === 'hash'
    ? [validator]
    : column.id === 'burnt'
      ? [{ ...column, hiddenAtFirst: true }]
      : [column],
)

/** The used part of the gas limit: as a bar, as a percentage, and as gas. */
function gasCell(item: Block) {
  if (item.gas_used == null) return null
  const share = item.gas_limit == null ? undefined : formatPercent(item.gas_used, item.gas_limit)
  return h(
    'span',
    {
      class: 'gas',
      title:
        share === undefined
          ? item.gas_used
          : $gettext('%{share} % of %{limit}', { share, limit: formatCount(item.gas_limit ?? '') }),
    },
    [
      h('span', { 'data-copy': item.gas_used }, formatCount(item.gas_used)),
      share === undefined ? null : h('span', { class: 'dim' }, `${share} %`),
      share === undefined
        ? null
        : h('span', { class: 'meter', 'aria-hidden': 'true' }, [
            h('i', { style: { width: `${String(Math.min(100, Number(share)))}%` } }),
          ]),
    ],
  )
}
