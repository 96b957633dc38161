import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { amountOf } from '#shared/query/sort-values.ts'
import { h, type VNodeArrayChildren } from 'vue'
import { calledMethod } from '#shared/chain/call-name.ts'
import type { TokenTransfer, TransferTotal } from '#shared/chain/token.ts'
import { formatAmount } from '#shared/units.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import { tagCell } from '#renderer/entities/transaction/badge-cells.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { ListColumn, ListColumns } from './list-column.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { tokenCell, tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { countColumn } from './coin-column.ts'
import { age, blockNumber, ofOneAddress, method, party, transactionHash } from './shared-columns.ts'

const KINDS: Readonly<Record<string, readonly [string, 'ok' | 'bad' | 'acc']>> = {
  token_minting: [$msgid('mint'), 'ok'],
  token_burning: [$msgid('burn'), 'bad'],
  token_spawning: [$msgid('create'), 'acc'],
}

/** The fields that give the amount and token of a movement. */
type Moved = Pick<TokenTransfer, 'total' | 'token' | 'token_type'>

export const movedAmount: ListColumn<Moved> = {
  id: 'amount',
  label: $msgid('Amount or id'),
  width: 104,
  grow: 0.9,
  narrow: { at: 'amount' },
  align: 'end',
  cell: (item, context, room) => {
    const [first, ...more] = item.total
    if (!first) return null
    if (more.length === 0) return movedCell(item, first, context, room)
    return [
      movedCell(item, first, context, room - MORE),
      h('span', { class: 'dim' }, ` +${String(more.length)}`),
    ]
  },
  text: (item) => item.total.map((total) => movedText(item, total)).join(' '),
  link: (item, { links }) => {
    const id = item.total[0]?.token_id
    return id != null && item.token ? links.instance(item.token.address_hash, id) : undefined
  },
  sort: (item) => amountOf(item.total[0]?.value, decimalsOf(item, item.total[0])),
}

const kind: ListColumn<TokenTransfer> = {
  id: 'kind',
  label: $msgid('Type'),
  width: 70,
  grow: 0.2,
  narrow: { at: 'kind' },
  cell: (item) => {
    const known = KINDS[item.type ?? '']
    return known ? tagCell($gettext(known[0]), known[1]) : tagCell($gettext('transfer'))
  },
  text: (item) => item.type ?? '',
  sort: (item) => item.type ?? undefined,
}

export const movedToken: ListColumn<Moved> = {
  id: 'token',
  label: $msgid('Token'),
  width: 110,
  grow: 1,
  narrow: { at: 'unit' },
  cell: (item, context) => tokenCell(item.token, context),
  text: (item) => (item.token ? `${tokenLabel(item.token, 'symbol')} ${item.token.address_hash}` : ''),
  link: (item, { links }) => (item.token ? links.token(item.token.address_hash) : undefined),
  sort: (item) => (item.token ? tokenLabel(item.token, 'symbol').toLowerCase() : undefined),
}

const standard: ListColumn<Moved> = {
  id: 'standard',
  label: $msgid('Standard'),
  width: 66,
  grow: 0.1,
  cell: (item) => h('span', { class: 'mid' }, plainName(item.token_type ?? item.token?.type ?? '', 40)),
  text: (item) => item.token_type ?? item.token?.type ?? '',
  sort: (item) => item.token_type ?? item.token?.type ?? undefined,
}

const transaction = transactionHash<TokenTransfer>((item) => item.transaction_hash)
const called = method<TokenTransfer>(calledMethod)

const tokenTransfersColumns: readonly ListColumn<TokenTransfer>[] = [
  transaction,
  kind,
  blockNumber(),
  age(),
  party('from'),
  party('to'),
  movedAmount,
  movedToken,
  standard,
  { ...called, hiddenAtFirst: true },
]

export const tokenTransfers: ListColumns<TokenTransfer> = tokenTransfersColumns

export const addressTokenTransfers: ListColumns<TokenTransfer> = ofOneAddress(
  tokenTransfersColumns.map((column) =>
    column === standard ? { ...standard, hiddenAtFirst: true } : column,
  ),
)

export const transactionTokenTransfers: ListColumns<TokenTransfer> = [
  countColumn('log', $msgid('Log'), (item) => item.log_index, {
    width: 60,
    grow: 0,
    narrow: { at: 'fact', isNamed: true },
  }),
  kind,
  party('from'),
  party('to'),
  movedAmount,
  movedToken,
  standard,
]

/** Columns of a token's own list leave out the token, which is the same in every row. */
const tokenTransfersOfTokenColumns: readonly ListColumn<TokenTransfer>[] = [
  transaction,
  kind,
  called,
  blockNumber(),
  age(),
  party('from'),
  party('to'),
  movedAmount,
]

export const tokenTransfersOfToken: ListColumns<TokenTransfer> = tokenTransfersOfTokenColumns

export const instanceTransfers: ListColumns<TokenTransfer> = tokenTransfersOfTokenColumns

/** Width of ` +12`, px. */
const MORE = 34

/** An NFT by its id, with its count in front where it has one; an amount of a token in its units. */
function movedCell(item: Moved, total: TransferTotal, context: CellContext, room: number) {
  if (total.token_id == null) {
    if (total.value != null) return amountCell(total.value, decimalsOf(item, total), { room })
    return h('span', { class: 'dim', title: $gettext('The amount is not public') }, $gettext('confidential'))
  }
  const count =
    total.value != null && total.value !== '1'
      ? [amountCell(total.value, decimalsOf(item, total))?.children as VNodeArrayChildren, ' × ']
      : []
  const link = item.token && context.links.instance(item.token.address_hash, total.token_id)
  return [
    ...count,
    h(
      link ? 'a' : 'span',
      {
        class: 'nft-id',
        title: movedText(item, total),
        'data-copy': total.token_id,
        ...(link ? { href: link.href, tabindex: -1, 'data-to': link.to } : {}),
      },
      `#${shortenHash(total.token_id, 8, 4)}`,
    ),
  ]
}

function movedText(item: Moved, total: TransferTotal): string {
  const value = total.value == null ? '' : formatAmount(total.value, decimalsOf(item, total), '')
  return total.token_id == null ? value : `${value === '' ? '' : `${value} × `}#${total.token_id}`
}

const decimalsOf = (item: Moved, total: TransferTotal | undefined) => total?.decimals ?? item.token?.decimals
