/** Columns that several lists use. */
import { cloneVNode, h, isVNode, type VNode } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { isOwn, isWithin, type OwnAddresses } from '#shared/query/own-addresses.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import { addressName } from '#renderer/entities/address/address-name.ts'
import { pictureOf } from '#renderer/entities/address/Identicon.ts'
import { Ago } from '#renderer/entities/time/Ago.ts'
import { namedBy } from '#renderer/entities/abi/name-origin.ts'
import {
  directionCell,
  methodCell,
  statusCell,
  type Direction,
  type Status,
} from '#renderer/entities/transaction/badge-cells.ts'
import { noteMark } from '#renderer/entities/note/note-mark.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'
import { formatShortTime } from '#renderer/lib/format-time.ts'
import type { ListColumn } from './list-column.ts'
import { hashCell } from '#renderer/entities/transaction/hash-cell.ts'

export interface Party {
  readonly from?: AddressRef | null | undefined
  readonly to?: AddressRef | null | undefined
  readonly created_contract?: AddressRef | null | undefined
}

/**
 * The status as an icon. `text`: the status in English, for copies; `shown`: the same in the window's language, for the
 * tooltip and on paper.
 */
export const statusColumn = <Item>(
  status: (item: Item) => Status | undefined,
  text: (item: Item) => string,
  shown: (item: Item) => string,
): ListColumn<Item> => ({
  id: 'status',
  label: $msgid('Status'),
  head: () => '',
  width: 16,
  grow: 0,
  narrow: { at: 'mark' },
  cell: (item) => statusCell(status(item), shown(item)),
  text,
  printed: { text: shown },
})

export const transactionHash = <Item>(
  hash: (item: Item) => string | null | undefined,
  more: Partial<ListColumn<Item>> = {},
): ListColumn<Item> => ({
  id: 'transaction',
  label: $msgid('Transaction'),
  width: 96,
  grow: 0.8,
  narrow: { at: 'fact' },
  cell: (item, { links, source }) => {
    const value = hash(item)
    return value ? [hashCell(value, links.transaction(value)), noteMark(source, value)] : null
  },
  text: (item) => hash(item) ?? '',
  link: (item, { links }) => {
    const value = hash(item)
    return value ? links.transaction(value) : undefined
  },
  ...more,
})

export const blockNumber = <Item extends { readonly block_number?: number | null | undefined }>(
  /** The English text of an item without a block. */
  absent?: (item: Item) => string | undefined,
): ListColumn<Item> => ({
  id: 'block',
  label: $msgid('Block'),
  width: 84,
  grow: 0,
  narrow: { at: 'fact' },
  align: 'end',
  cell: (item, { links }) => {
    const { block_number: block } = item
    if (block != null) return blockCell(block, links.block(String(block)))
    const text = absent?.(item)
    return h('span', { class: 'dim' }, text && $gettext<string>(text))
  },
  link: ({ block_number: block }, { links }) => (block == null ? undefined : links.block(String(block))),
  text: ({ block_number: block }) => (block == null ? '' : String(block)),
  sort: ({ block_number: block }) => block ?? undefined,
})

/** A block's number as the link to its page. */
export const blockCell = (block: number, { href, to }: RouteLink, kind = 'mid') =>
  h(
    'a',
    { class: `${kind} block-link`, href, tabindex: -1, 'data-to': to, 'data-copy': String(block) },
    formatCount(block),
  )

/** `2026-11-20 14:22:11` in the widest digits, px. */
const DATE_WIDTH = 146

interface Timed {
  readonly timestamp?: string | null | undefined
}

export const age = <Item extends object>(
  timeOf: (item: Item) => string | null | undefined = (item) => (item as Timed).timestamp,
): ListColumn<Item> => ({
  id: 'age',
  label: $msgid('Age'),
  head: ({ time, zone }) =>
    time === 'relative' ? $gettext('Age') : zone === 'utc' ? $gettext('Time, UTC') : $gettext('Time, local'),
  width: ({ time }) => (time === 'relative' ? 62 : DATE_WIDTH),
  grow: 0.2,
  narrow: { at: 'end' },
  align: 'end',
  cell: (item, { time, zone }) => {
    const at = timeOf(item)
    return at ? h(Ago, { class: 'mid', time: at, mode: time, zone }) : null
  },
  text: (item) => timeOf(item) ?? '',
  printed: { head: $msgid('Time (UTC)'), text: (item) => formatShortTime(timeOf(item) ?? '', 'utc') },
  sort: (item) => {
    const at = timeOf(item)
    return at ? Date.parse(at) : undefined
  },
})

/** The receiver. For a contract creation that is the new contract. */
const receiverOf = (item: Party) => item.to ?? item.created_contract

function partyCell(item: Party, who: AddressRef | null | undefined, context: CellContext) {
  const cell = addressCell(who, context)
  if (item.to || !item.created_contract || who !== item.created_contract) return cell
  return h('span', { class: 'creation' }, [
    h('span', { class: 'tag', title: $gettext('New contract') }, $gettext('new')),
    cell,
  ])
}

/** The receiver in a row of two lines, after an arrow from the sender before it. */
export const receiverAfter = (cell: VNode | null): VNode => h('span', { class: 'to-side' }, [cell])

const partyColumn = <Item extends Party>(
  id: string,
  label: string,
  whoOf: (item: Item, own: OwnAddresses) => AddressRef | null | undefined,
  narrow: ListColumn<Item>['narrow'],
): ListColumn<Item> => ({
  id,
  label,
  width: 116,
  grow: 1.2,
  narrow,
  cell: (item, context) => partyCell(item, whoOf(item, context), context),
  text: (item, context) => addressText(whoOf(item, context)),
  link: (item, context) => {
    const address = whoOf(item, context)
    return address ? context.links.address(address.hash) : undefined
  },
})

export const party = <Item extends Party>(side: 'from' | 'to'): ListColumn<Item> => {
  const who = (item: Item) => (side === 'from' ? item.from : receiverOf(item))
  return {
    ...partyColumn(side, side === 'from' ? $msgid('From') : $msgid('To'), who, {
      at: 'main',
      ...(side === 'to' && { cell: (item, context) => receiverAfter(partyCell(item, who(item), context)) }),
    }),
    sort: (item, { labels }) => {
      const address = who(item)
      return address ? (addressName(address, labels) ?? address.hash).toLowerCase() : undefined
    },
  }
}

const directionColumn = <Item extends Party>(): ListColumn<Item> => ({
  id: 'direction',
  label: $msgid('Direction'),
  head: () => '',
  width: ({ ownAddresses }) => (ownAddresses ? 78 : 40),
  grow: 0,
  narrow: { at: 'main' },
  cell: (item, context) => directionCell(directionOf(item, context)),
  text: (item, context) => directionOf(item, context) ?? '',
})

function directionOf(item: Party, own: OwnAddresses): Direction | undefined {
  const receiver = receiverOf(item)
  if (isWithin(own, item.from, receiver)) return 'within'
  const from = isOwn(own, item.from)
  const to = isOwn(own, receiver)
  if (from) return to ? 'self' : 'out'
  return to ? 'in' : undefined
}

export const COUNTERPARTY = 'counterparty'
const otherSide = (item: Party, own: OwnAddresses) => (isOwn(own, item.from) ? receiverOf(item) : item.from)

/** Sender and receiver in this order. The own address is drawn as its picture only. */
function bothSides(item: Party, context: CellContext) {
  const isOut = isOwn(context, item.from)
  const own = isOut ? item.from : receiverOf(item)
  const picture =
    own &&
    h('span', {
      class: isOut ? 'own-side sends' : 'own-side',
      style: pictureOf(own.hash),
      title: own.hash,
    })
  const words = h('span', { class: 'visually-hidden' }, isOut ? $gettext('Out, to') : $gettext('In, from'))
  const other = partyCell(item, otherSide(item, context), context)
  return isOut ? [picture, words, other] : [words, other, picture]
}

/** Width of a sign, px. */
const SIGN = 9

/**
 * Adds `+` or `−` to an amount, as seen from the address, in a row of two lines; beside its direction a colour is
 * enough. Amounts of zero and of failed calls get neither.
 */
function withSign<Item extends Party>(
  column: ListColumn<Item>,
  failed: (item: Item) => boolean,
): ListColumn<Item> {
  if (column.narrow?.at !== 'amount') return column
  const { cell: narrowCell = column.cell } = column.narrow
  function movedTo(item: Item, context: CellContext) {
    const direction = directionOf(item, context)
    if ((direction !== 'in' && direction !== 'out') || failed(item)) return undefined
    return /^[\d.]*[1-9][\d.]*$/.test(column.text(item, context)) ? direction : undefined
  }
  return {
    ...column,
    cell(item, context, room) {
      const amount = column.cell(item, context, room)
      return isVNode(amount) && movedTo(item, context) === 'in'
        ? cloneVNode(amount, { class: 'pos' })
        : amount
    },
    narrow: {
      at: 'amount',
      cell(item, context, room) {
        const amount = narrowCell(item, context, room - SIGN)
        const direction = movedTo(item, context)
        if (!direction || !isVNode(amount) || !Array.isArray(amount.children)) return amount
        const [sign, tone] = direction === 'in' ? ['+', 'pos'] : ['−', '']
        return h('span', { ...amount.props, class: [amount.props?.class, tone] }, [sign, amount.children])
      },
    },
  }
}

/**
 * Columns of a list of one address. Direction and counterparty take the place of sender and receiver, since one of the
 * two is the same in every row; both are hidden at first. `failed` says that an item's amount was not moved.
 */
export const ofOneAddress = <Item extends Party>(
  columns: readonly ListColumn<Item>[],
  failed: (item: Item) => boolean = () => false,
): readonly ListColumn<Item>[] =>
  columns.flatMap((plain) => {
    const column = withSign(plain, failed)
    if (column.id === 'to') return [{ ...column, hiddenAtFirst: true }]
    if (column.id !== 'from') return [column]
    return [
      directionColumn(),
      partyColumn<Item>(COUNTERPARTY, $msgid('With'), otherSide, {
        at: 'main',
        cell: bothSides,
        standsFor: ['direction', 'from', 'to'],
      }),
      { ...column, hiddenAtFirst: true },
    ]
  })

export const method = <Item extends object>(
  name: (item: Item) => string | null | undefined,
  isCall: (item: Item) => boolean = () => false,
  /** The method in the window's language, where it is not a name from the chain. */
  shown: (item: Item) => string | null | undefined = name,
): ListColumn<Item> => ({
  id: 'method',
  label: $msgid('Method'),
  width: 92,
  grow: 0.8,
  narrow: { at: 'kind' },
  cell: (item) => methodCell(shown(item), isCall(item), name(item), namedBy(item)),
  text: (item) => name(item) ?? '',
  sort: (item) => name(item)?.toLowerCase(),
})
