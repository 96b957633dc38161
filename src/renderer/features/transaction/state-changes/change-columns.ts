/** The columns of state changes: address, asset, change, balance before and after. */
import { h, type VNode } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { type ShownAmount, formatAmount } from '#shared/units.ts'
import { nameAsText, nameOfAddress } from '#renderer/entities/address/address-name.ts'
import { isWritten, restOf } from '#renderer/entities/amount/amount-cell.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import type { ListColumn } from '#renderer/lists/columns/list-column.ts'
import { assetCell } from '../assets/asset-cell.ts'
import { shownBalances } from './balances.ts'
import { ARROW, BAR, shownChange, WHO, type ChangesLayout } from './changes-layout.ts'
import { isAside, type BalanceChange, type ChangeGroup } from '../state-change-groups.ts'

export interface ChangeRow {
  readonly group: ChangeGroup
  readonly change: BalanceChange
  /** Percent of the largest change of its asset. */
  readonly share: number
}

type ChangeColumn = ListColumn<ChangeRow>

export function changeColumns(layout: ChangesLayout): readonly ChangeColumn[] {
  const { isNarrow, hasBars, change, balance } = layout
  if (isNarrow) return [who(0), asset(0), changed(layout, 0), balances(layout)]
  const room = balance.whole + balance.fraction
  return [
    who(WHO[hasBars ? 'wide' : 'narrow']),
    asset(layout.asset),
    changed(layout, change.whole + change.fraction),
    before(layout, room),
    after(layout, ARROW + room),
    ...(hasBars ? [bar] : []),
  ]
}

/**
 * An amount as two cells that meet at the decimal point, so that the points of a column align. Hover, copies and screen
 * readers have all digits.
 */
function amountAtPoint(
  amount: bigint,
  decimals: string | number | null | undefined,
  shown: ShownAmount,
  kind: string,
) {
  const tone = kind !== 'change' ? undefined : shown.sign === '+' ? 'pos' : shown.sign === '' ? '' : 'neg'
  const size = amount < 0n ? -amount : amount
  const whole = shown.sign + formatAmount(size, decimals)
  const isWhole = isWritten(shown) && whole === shown.sign + shown.whole + shown.fraction
  return h(
    'span',
    {
      class: ['amount at-point', kind, tone],
      title: whole,
      'data-copy': formatAmount(amount, decimals, ''),
    },
    [
      isWhole ? null : h('span', { class: 'visually-hidden' }, whole),
      h('span', { class: 'whole', 'aria-hidden': !isWhole }, shown.sign + shown.whole),
      h('span', { class: 'fraction', 'aria-hidden': !isWhole }, restOf(shown)),
    ],
  )
}

/** The column of the address, for screen readers and copies; on screen each group shows its address once. */
const who = (width: number): ChangeColumn => ({
  id: 'address',
  label: $msgid('Who'),
  width,
  grow: 0,
  cell: ({ group }, context) => h('span', { class: 'mid unseen' }, nameOf(group, context)),
  text: ({ group }) => group.address.hash,
  link: ({ group }, { links }) => links.address(group.address.hash),
})

export const nameOf = ({ address }: ChangeGroup, { labels }: CellContext): string => {
  const name = nameOfAddress(address, labels)
  return name ? nameAsText(name) : shortenAddress(address.hash)
}

const asset = (width: number): ChangeColumn => ({
  id: 'asset',
  label: $msgid('Asset'),
  width,
  grow: 1,
  cell: ({ group, change }, context) =>
    h('span', { class: ['what', isAside(group) && 'quiet'] }, [assetCell(change.asset, context)]),
  text: ({ change }) => change.asset.name,
  link: ({ change: { asset: of } }, { links }) =>
    of.token === undefined
      ? undefined
      : of.tokenId === undefined
        ? links.token(of.token.address_hash)
        : links.instance(of.token.address_hash, of.tokenId),
})

const changed = ({ digits, isNarrow }: ChangesLayout, width: number): ChangeColumn => ({
  id: 'change',
  label: $msgid('Change'),
  width,
  grow: isNarrow ? 0 : 0.15,
  align: 'end',
  cell: ({ change: { change, asset: of } }) => {
    const shown = shownChange(change, of.decimals, digits.change)
    return change === undefined || !shown
      ? h('span', { class: 'at-point change none' }, [
          h('span', { class: 'whole' }),
          h('span', { class: 'fraction' }, $gettext('not given')),
        ])
      : amountAtPoint(change, of.decimals, shown, 'change')
  },
  text: ({ change }) => textOf(change, change.change),
})

const before = ({ digits }: ChangesLayout, width: number): ChangeColumn => ({
  id: 'before',
  label: $msgid('Before'),
  width,
  grow: 0.5,
  align: 'end',
  cell: ({ change }) => balanceCell(change, change.before, shownBalances(change, digits.balance)[0]),
  text: ({ change }) => textOf(change, change.before),
})

const after = ({ digits }: ChangesLayout, width: number): ChangeColumn => ({
  id: 'after',
  label: $msgid('After'),
  width,
  grow: 0.5,
  align: 'end',
  cell: ({ change }) => balanceCell(change, change.after, shownBalances(change, digits.balance)[1]),
  text: ({ change }) => textOf(change, change.after),
})

const balanceCell = (
  { asset: of }: BalanceChange,
  amount: bigint | undefined,
  shown: ShownAmount | undefined,
): VNode =>
  amount === undefined || !shown
    ? h('span', { class: 'at-point balance' }, [h('span', { class: 'whole' }, '—')])
    : amountAtPoint(amount, of.decimals, shown, 'balance')

/** Balance before and after in one column, for the second line of a change. */
const balances = ({ digits }: ChangesLayout): ChangeColumn => ({
  id: 'balances',
  label: $msgid('Before and after'),
  width: 0,
  grow: 0,
  align: 'end',
  cell: ({ change }) => {
    const [start, end] = shownBalances(change, digits.balance)
    if (!start || !end) return null
    const title = `${formatAmount(change.before ?? 0n, change.asset.decimals)} → ${formatAmount(change.after ?? 0n, change.asset.decimals)}`
    return h('span', { class: 'amount balances', title }, [
      h('span', { class: 'visually-hidden' }, title),
      h('span', { 'aria-hidden': true }, [start.whole, ...restOf(start), ' → ', end.whole, ...restOf(end)]),
    ])
  },
  text: ({ change }) => `${textOf(change, change.before)} → ${textOf(change, change.after)}`,
})

const bar: ChangeColumn = {
  id: 'share',
  label: $msgid('In proportion'),
  head: () => '',
  width: BAR,
  grow: 0.4,
  cell: ({ change: { change }, share }) =>
    h('span', {
      class: ['mid axis', (change ?? 0n) < 0n ? 'minus' : 'plus'],
      style: `--share: ${String(share / 2)}%`,
    }),
  text: () => '',
}

const textOf = ({ asset: { decimals } }: BalanceChange, amount: bigint | undefined) =>
  amount === undefined ? '' : formatAmount(amount, decimals, '')
