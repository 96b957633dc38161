/** The columns that rows of several kinds and chains share, for all movements as one list. */
import { h } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { MovingKind } from '#shared/rpc/contract/row-limits.ts'
import { rowFields, type Amount, type RowFields } from '#shared/query/row-fields.ts'
import { formatAmount } from '#shared/units.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { tokenCell, tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { directionCell, tagCell, type Direction } from '#renderer/entities/transaction/badge-cells.ts'
import { readInContext, type AnyListColumn, type ListColumn } from '#renderer/lists/columns/list-column.ts'
import { age, receiverAfter, transactionHash } from '#renderer/lists/columns/shared-columns.ts'

/** Functions that give the kind, the context and the chain of a row. */
export interface ReadRow {
  readonly kindOf: (item: object) => Resource
  readonly contextOf: (item: object) => CellContext
  readonly chainName: (item: object) => string
}

const KIND_LABELS: Readonly<Record<MovingKind, string>> = {
  transaction: $msgid('Transaction'),
  'internal-transaction': $msgid('Internal'),
  transfer: $msgid('Token transfer'),
  withdrawal: $msgid('Withdrawal'),
}
const labelOf = (kind: Resource) => KIND_LABELS[kind as MovingKind]

interface Hashed {
  readonly hash?: string | null
  readonly transaction_hash?: string | null
}

export function movementColumns(read: ReadRow): readonly AnyListColumn[] {
  const row = rowReader(read)
  const { kindOf, contextOf, chainName } = read
  const columns: readonly ListColumn<object>[] = [
    { ...textColumn('chain', $msgid('Chain'), 104, chainName), narrow: { at: 'fact' } },
    transactionHash((item: Hashed) => item.hash ?? item.transaction_hash),
    {
      ...textColumn('kind', $msgid('Kind'), 100, (item) => labelOf(kindOf(item))),
      narrow: { at: 'kind' },
      cell: (item) => tagCell($gettext(labelOf(kindOf(item))), row.isFailed(item) ? 'bad' : undefined),
    },
    age(row.time),
    sideColumn('from', $msgid('From'), row.from),
    {
      ...textColumn('direction', $msgid('Direction'), 40, (item) => row.direction(item) ?? ''),
      head: () => '',
      grow: 0,
      cell: (item) => directionCell(row.direction(item)),
    },
    sideColumn('to', $msgid('To'), row.to),
    amountColumn(row),
    assetColumn(row),
  ]
  // Each cell is read in the context of its row's source. Rows of several kinds have only time in common to sort
  // by.
  return columns.map((column) => ({
    ...readInContext(column, contextOf),
    sort: column.id === 'age' ? column.sort : undefined,
  }))
}

type Who = AddressRef | null | undefined

/** Reads the fields that rows of all these kinds share. */
function rowReader({ kindOf, contextOf }: ReadRow) {
  const fieldsOf = (item: object): RowFields<object> => rowFields(kindOf(item))
  const from = (item: object): Who => fieldsOf(item).from?.(item)
  const to = (item: object): Who => fieldsOf(item).to?.(item)
  return {
    from,
    to,
    time: (item: object) => fieldsOf(item).time?.(item),
    isFailed: (item: object) => fieldsOf(item).isFailed?.(item) === true,
    amounts: (item: object): readonly Amount[] => fieldsOf(item).amounts?.(item, contextOf(item)) ?? [],
    /** The token; null for the coin. */
    token: (item: object) =>
      ((fieldsOf(item).tokens?.(item, contextOf(item)) ?? [])[0] ?? null) as Token | null,
    direction(item: object): Direction | undefined {
      const own = contextOf(item).ownAddress
      const isOwn = (who: Who) => own !== undefined && who?.hash.toLowerCase() === own
      const isTo = isOwn(to(item))
      return isOwn(from(item)) ? (isTo ? 'self' : 'out') : isTo ? 'in' : undefined
    },
  }
}
type RowReader = ReturnType<typeof rowReader>

const textColumn = (
  id: string,
  label: string,
  width: number,
  text: (item: object) => string,
): ListColumn<object> => ({ id, label, width, grow: 0.4, cell: text, text })

const sideColumn = (id: 'from' | 'to', label: string, who: (item: object) => Who): ListColumn<object> => ({
  id,
  label,
  width: 116,
  grow: 1.2,
  narrow: {
    at: 'main',
    ...(id === 'to' && { cell: (item, context) => receiverAfter(addressCell(who(item), context)) }),
  },
  cell: (item, context) => addressCell(who(item), context),
  text: (item) => addressText(who(item)),
  link: (item, { links }) => {
    const address = who(item)
    return address ? links.address(address.hash) : undefined
  },
})

/** Width of ` +1`, in px. */
const MORE_PX = 28

const amountColumn = ({ amounts, isFailed }: RowReader): ListColumn<object> => ({
  id: 'amount',
  label: $msgid('Amount'),
  width: 110,
  grow: 0.9,
  narrow: { at: 'amount' },
  align: 'end',
  cell: (item, _context, room) => {
    const [first, ...more] = amounts(item)
    if (!first) return null
    const rest = more.length === 0 ? null : h('span', { class: 'dim' }, ` +${String(more.length)}`)
    const unmoved = isFailed(item) && first.raw !== '0' ? $gettext('Nothing was moved') : undefined
    return [amountCell(first.raw, first.decimals, { room: room - (rest ? MORE_PX : 0), unmoved }), rest]
  },
  text: (item) =>
    amounts(item)
      .map(({ raw, decimals }) => formatAmount(raw, decimals, ''))
      .join(' '),
})

const assetColumn = ({ token }: RowReader): ListColumn<object> => ({
  id: 'asset',
  label: $msgid('Asset'),
  width: 104,
  grow: 0.7,
  narrow: { at: 'unit' },
  cell: (item, context) => {
    const moved = token(item)
    return moved ? tokenCell(moved, context) : h('span', { class: 'mid' }, context.coin.symbol)
  },
  text: (item, context) => {
    const moved = token(item)
    return moved ? `${tokenLabel(moved, 'symbol')} ${moved.address_hash}` : context.coin.symbol
  },
  link: (item, { links }) => {
    const moved = token(item)
    return moved ? links.token(moved.address_hash) : undefined
  },
})
