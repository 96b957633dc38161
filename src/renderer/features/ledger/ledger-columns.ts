/** The columns of the movements in a ledger. */
import { h } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { LedgerAsset, LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import { tokenCell } from '#renderer/entities/token/token-cell.ts'
import type { ListColumn } from '#renderer/lists/columns/list-column.ts'
import { age, blockNumber, transactionHash } from '#renderer/lists/columns/shared-columns.ts'
import { formatAmount } from '#shared/units.ts'
import { assetName, decimalsOf, RULE_LABELS, SPAM_LABELS, timeOf } from './ledger-labels.ts'

export interface LedgerRow {
  readonly movement: LedgerMovement
  readonly asset: LedgerAsset
  /** Null for a balance that existed before the first block. */
  readonly block_number: number | null
}

export const ledgerColumns: readonly ListColumn<LedgerRow>[] = [
  withoutSort(blockNumber<LedgerRow>()),
  withoutSort(age<LedgerRow>(({ movement }) => timeOf(movement))),
  {
    id: 'kind',
    label: $msgid('Kind'),
    width: 104,
    grow: 0.3,
    narrow: { at: 'kind' },
    cell: ({ movement: { rule, spam, within } }) => {
      const kind = h('span', { class: ['tag', rule === 'manual' && 'acc'] }, $gettext(RULE_LABELS[rule]))
      if (!within && !spam) return kind
      return h('span', { class: 'cut' }, [
        kind,
        within
          ? h(
              'span',
              { class: 'tag', title: $gettext('From one of these addresses to another') },
              $gettext('Within'),
            )
          : null,
        spam ? h('span', { class: 'tag bad', title: $gettext(SPAM_LABELS[spam]) }, $gettext('Spam')) : null,
      ])
    },
    text: ({ movement: { rule, spam } }) => (spam ? `${RULE_LABELS[rule]}, spam` : RULE_LABELS[rule]),
  },
  {
    id: 'amount',
    label: $msgid('Amount'),
    width: 150,
    grow: 1,
    narrow: { at: 'amount' },
    align: 'end',
    cell: ({ movement, asset }, { coin }, room) =>
      amountCell(movement.amount, decimalsOf(asset, coin), { signed: true, room }),
    text: ({ movement, asset }, { coin }) => formatAmount(movement.amount, decimalsOf(asset, coin), ''),
  },
  {
    id: 'asset',
    label: $msgid('Asset'),
    width: 130,
    grow: 0.8,
    narrow: { at: 'unit' },
    cell: ({ asset, movement }, context) =>
      asset.token
        ? movement.nft === null
          ? tokenCell(asset.token, context)
          : h('span', { class: 'cut' }, [
              tokenCell(asset.token, context),
              h('span', { class: 'mid', title: movement.nft }, ` #${movement.nft}`),
            ])
        : h('span', { class: 'strong' }, context.coin.symbol),
    text: ({ asset, movement }, { coin }) =>
      asset.tokenId === null && movement.nft !== null
        ? `${assetName(asset, coin)} #${movement.nft}`
        : assetName(asset, coin),
    link: ({ asset }, { links }) => (asset.token ? links.token(asset.token.address_hash) : undefined),
  },
  {
    id: 'counterparty',
    label: $msgid('Counterparty'),
    width: 130,
    grow: 1.2,
    narrow: { at: 'main' },
    cell: ({ movement }, context) => addressCell(movement.counterparty, context),
    text: ({ movement }) => addressText(movement.counterparty),
    link: ({ movement: { counterparty } }, { links }) =>
      counterparty ? links.address(counterparty.hash) : undefined,
  },
  transactionHash<LedgerRow>(({ movement }) => movement.transaction, { width: 110, grow: 0.6 }),
]

/** Columns for a ledger of several addresses: the address of the movement comes first. */
export const mergedColumns: readonly ListColumn<LedgerRow>[] = [
  {
    id: 'of',
    label: $msgid('Address'),
    width: 130,
    grow: 0.8,
    narrow: { at: 'main' },
    cell: ({ movement }, context) => addressCell(movement.of ? { hash: movement.of } : null, context),
    text: ({ movement }) => movement.of ?? '',
    link: ({ movement }, { links }) => (movement.of ? links.address(movement.of) : undefined),
  },
  ...ledgerColumns,
]

/** Removes sorting: movements are shown in the order they happened. */
function withoutSort<Item>({ sort: _, ...column }: ListColumn<Item>): ListColumn<Item> {
  return column
}

/** A movement with the field names of list rows, which the drawer can show. */
export const asRow = ({ movement, asset, block_number }: LedgerRow) => ({
  kind: RULE_LABELS[movement.rule],
  ...(movement.spam && { spam: SPAM_LABELS[movement.spam] }),
  ...(asset.token
    ? {
        token: asset.token,
        total: { value: movement.amount, decimals: decimalsOf(asset, NO_COIN), token_id: movement.nft },
      }
    : { value: movement.amount }),
  counterparty: movement.counterparty,
  block_number,
  timestamp: timeOf(movement),
  transaction_hash: movement.transaction,
  ...(movement.note !== undefined && { note: movement.note }),
  ...(movement.list !== null && { list: movement.list, row: movement.row }),
})
const NO_COIN = { symbol: '', decimals: 0 }
