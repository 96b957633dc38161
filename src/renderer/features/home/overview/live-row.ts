/** A row of a live column: two lines with the cells of the list's columns. */
import { h, type VNode } from 'vue'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { Block } from '#shared/chain/block.ts'
import type { Token, TokenTransfer } from '#shared/chain/token.ts'
import { plainUnit } from '#shared/text/hostile-text.ts'
import { formatPercent } from '#shared/units.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { TokenIcon } from '#renderer/entities/token/TokenIcon.ts'
import { tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { columnsOf } from '#renderer/lists/columns/list-columns.ts'
import type { ListColumn } from '#renderer/lists/columns/list-column.ts'
import type { LiveList } from '#renderer/lists/live-lists.ts'

type Cell = ReturnType<ListColumn<never>['cell']>
type Cells = (column: string) => Cell
type Draw = (item: never, cell: Cells, context: CellContext) => readonly VNode[]

const part = (name: string, ...cells: Cell[]) => h('span', { class: name }, cells)
const arrow = () =>
  h('span', { class: 'to', role: 'img', 'aria-label': $gettext('to') }, [
    h('svg', { class: 'i', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [
      h('path', { d: 'M5 12h14M13 6l6 6-6 6' }),
    ]),
  ])

const DRAW: Readonly<Record<LiveList, Draw>> = {
  'latest-blocks': (item: Block, cell) => [
    part('l1', cell('height')),
    part('a1', cell('age')),
    part('l2', cell('validator')),
    part('a2', transactionsOf(item), meterOf(item)),
  ],
  'latest-transactions': (_item: never, cell, { coin }) => [
    part('mark', cell('status')),
    part('l1', cell('from'), arrow(), cell('to')),
    part('a1', cell('value'), h('span', { class: 'unit dim' }, plainUnit(coin.symbol))),
    part('l2', cell('method'), cell('transaction')),
    part('a2', cell('age')),
  ],
  'token-transfers': ({ token }: TokenTransfer, cell, context) => [
    part('mark', token ? iconOf(token, context) : null),
    part('l1', cell('from'), arrow(), cell('to')),
    part('a1', cell('amount'), h('span', { class: 'unit' }, [cell('token')])),
    part('l2', cell('kind'), cell('transaction')),
    part('a2', cell('age')),
  ],
}

const TRANSACTIONS = $nmsgid('transaction', 'transactions')

const transactionsOf = ({ transactions_count: count }: Block) =>
  count == null
    ? ''
    : h(
        'span',
        { title: pluralize(count, TRANSACTIONS) },
        $gettext('%{count} tx', { count: formatCount(count) }),
      )

/** Used gas as a bar, with its percentage for screen readers. */
function meterOf({ gas_used: used, gas_limit: limit }: Block) {
  const share = used == null || limit == null ? undefined : formatPercent(used, limit)
  if (share === undefined) return null
  const label = $gettext('%{share} % of gas used', { share })
  return h('span', { class: 'meter', role: 'img', 'aria-label': label, title: label }, [
    h('i', { style: { width: `${String(Math.min(100, Number(share)))}%` } }),
  ])
}

const iconOf = (token: Token, { source, images }: CellContext) =>
  h(TokenIcon, {
    source,
    ...(images && token.icon_url ? { url: token.icon_url } : {}),
    name: tokenLabel(token, 'symbol'),
    address: token.address_hash,
    size: 16,
  })

const columns = new Map<LiveList, ReadonlyMap<string, ListColumn<never>>>()
function columnsById(list: LiveList) {
  const known = columns.get(list) ?? new Map(columnsOf(list, {}).map((column) => [column.id, column]))
  columns.set(list, known)
  return known
}

interface LiveRowProps {
  readonly list: LiveList
  readonly item: unknown
  readonly context: CellContext
}

/** Drawn again only when its item or the context changes. */
export function LiveRow({ list, item, context }: LiveRowProps): VNode[] {
  const byId = columnsById(list)
  return [...DRAW[list](item as never, (id) => byId.get(id)?.cell(item as never, context, 0), context)]
}
LiveRow.props = ['list', 'item', 'context']
