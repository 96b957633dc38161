import { $msgid } from '#shared/text/gettext.ts'
import type { Withdrawal } from '#shared/chain/block.ts'
import { withdrawnAmount, withdrawnUnit } from '#shared/withdrawn.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import type { ListColumn, ListColumns } from './list-column.ts'
import { coinColumn, countColumn } from './coin-column.ts'
import { age, blockNumber } from './shared-columns.ts'

const columns: readonly ListColumn<Withdrawal>[] = [
  countColumn('index', $msgid('Index'), (item) => item.index, {
    width: 110,
    grow: 0.4,
    narrow: { at: 'main' },
  }),
  countColumn('validator', $msgid('Validator'), (item) => item.validator_index, {
    width: 110,
    grow: 0.4,
    narrow: { at: 'fact', isNamed: true },
  }),
  { ...blockNumber<Withdrawal>(), grow: 0.4 },
  age(),
  coinColumn(
    'amount',
    $msgid('Amount'),
    (item, coin) => withdrawnAmount(item.amount, coin),
    { grow: 1, narrow: { at: 'amount' } },
    withdrawnUnit,
  ),
  {
    id: 'receiver',
    label: $msgid('Receiver'),
    width: 128,
    grow: 1,
    narrow: { at: 'main' },
    hiddenAtFirst: true,
    cell: (item, context) => addressCell(item.receiver, context),
    text: (item) => addressText(item.receiver),
    link: (item, { links }) => (item.receiver ? links.address(item.receiver.hash) : undefined),
  },
]

export const blockWithdrawals: ListColumns<Withdrawal> = columns
  .filter(({ id }) => id !== 'block' && id !== 'age')
  .map((column) => ({ ...column, hiddenAtFirst: false }))

export const addressWithdrawals: ListColumns<Withdrawal> = columns
