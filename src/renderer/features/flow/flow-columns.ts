/** The columns of the table of a graph: one row for each pair of nodes and asset. */
import { h } from 'vue'
import { $msgid } from '#shared/text/gettext.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { formatAmount } from '#shared/units.ts'
import { addressCell } from '#renderer/entities/address/address-cell.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { Ago } from '#renderer/entities/time/Ago.ts'
import { tokenCell } from '#renderer/entities/token/token-cell.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import type { ListColumn } from '#renderer/lists/columns/list-column.ts'
import { receiverAfter } from '#renderer/lists/columns/shared-columns.ts'
import type { EdgeSum, FlowEdge, FlowNode } from '#renderer/entities/flow/graph/flow-graph.ts'
import { plainTitleOf, type FlowText } from '#renderer/entities/flow/picture/use-flow-text.ts'

export interface FlowTableRow {
  readonly edge: FlowEdge
  readonly sum: EdgeSum
  readonly asset: LedgerAsset
  readonly from: FlowNode
  readonly to: FlowNode
}

export function flowColumns(text: FlowText): readonly ListColumn<FlowTableRow>[] {
  return [
    party('from', $msgid('From'), text),
    party('to', $msgid('To'), text),
    {
      id: 'amount',
      label: $msgid('Sum'),
      width: 130,
      grow: 0.8,
      narrow: { at: 'amount' },
      align: 'end',
      cell: ({ sum, asset }, _, room) => amountCell(sum.amount, text.decimalsOf(asset), { room }),
      text: ({ sum, asset }) => formatAmount(sum.amount, text.decimalsOf(asset) ?? 0, ''),
    },
    {
      id: 'asset',
      label: $msgid('Asset'),
      width: 100,
      grow: 0.6,
      narrow: { at: 'unit' },
      cell: ({ asset }, context) =>
        asset.token ? tokenCell(asset.token, context) : h('span', { class: 'strong' }, context.coin.symbol),
      text: ({ asset }) => text.assetName(asset),
      link: ({ asset }, { links }) => (asset.token ? links.token(asset.token.address_hash) : undefined),
    },
    {
      id: 'movements',
      label: $msgid('Movements'),
      width: 88,
      grow: 0,
      narrow: { at: 'fact', isNamed: true },
      align: 'end',
      cell: ({ sum }) => formatCount(sum.movements),
      text: ({ sum }) => String(sum.movements),
    },
    time('first', $msgid('First')),
    time('last', $msgid('Last')),
  ]
}

function party(side: 'from' | 'to', label: string, text: FlowText): ListColumn<FlowTableRow> {
  const cell = (row: FlowTableRow, context: CellContext) =>
    row[side].kind === 'address'
      ? addressCell(row[side].party, context)
      : h('span', { class: 'cut mid' }, text.titleOf(row[side]))
  return {
    id: side,
    label,
    width: 140,
    grow: 1.2,
    narrow: {
      at: 'main',
      ...(side === 'to' && { cell: (row, context) => receiverAfter(cell(row, context)) }),
    },
    cell,
    text: (row) => plainTitleOf(row[side]),
    link: (row, { links }) =>
      row[side].kind === 'address' ? links.address(row[side].party.hash) : undefined,
  }
}

const time = (side: 'first' | 'last', label: string): ListColumn<FlowTableRow> => ({
  id: side,
  label,
  width: 96,
  grow: 0.3,
  ...(side === 'last' && { narrow: { at: 'end' } }),
  cell: ({ sum }, context) => {
    const at = sum[side]
    const time = at === null ? undefined : new Date(at).toISOString()
    return time === undefined ? null : h(Ago, { class: 'mid', time, mode: context.time, zone: context.zone })
  },
  text: ({ sum }) => (sum[side] === null ? '' : new Date(sum[side]).toISOString()),
})
