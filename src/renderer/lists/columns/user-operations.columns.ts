import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { UserOperationItem } from '#shared/chain/user-operation.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import { hashCell } from '#renderer/entities/transaction/hash-cell.ts'
import type { ListColumn, ListColumns } from './list-column.ts'
import { coinColumn, countColumn } from './coin-column.ts'
import { age, blockNumber, statusColumn, transactionHash } from './shared-columns.ts'

const shownStatus = ({ status }: UserOperationItem) =>
  status == null ? '' : status ? $gettext('Success') : $gettext('Failed')

const partyOf = (
  id: string,
  label: string,
  who: (item: UserOperationItem) => UserOperationItem['address'],
  more: Partial<ListColumn<UserOperationItem>> = {},
): ListColumn<UserOperationItem> => ({
  id,
  label,
  width: 128,
  grow: 1,
  narrow: { at: 'main' },
  cell: (item, context) => addressCell(who(item), context),
  text: (item) => addressText(who(item)),
  link: (item, { links }) => {
    const address = who(item)
    return address ? links.address(address.hash) : undefined
  },
  sort: (item) => who(item)?.hash.toLowerCase(),
  ...more,
})

export const addressUserOperations: ListColumns<UserOperationItem> = [
  statusColumn(
    ({ status }) => (status == null ? undefined : status ? 'ok' : 'failed'),
    ({ status }) => (status == null ? '' : status ? 'success' : 'failed'),
    shownStatus,
  ),
  {
    id: 'operation',
    label: $msgid('Operation'),
    width: 96,
    grow: 0.8,
    narrow: { at: 'main' },
    cell: ({ hash }) => hashCell(hash),
    text: ({ hash }) => hash,
    sort: ({ hash }) => hash.toLowerCase(),
  },
  transactionHash((item) => item.transaction_hash),
  blockNumber(),
  age(),
  partyOf('sender', $msgid('Sender'), (item) => item.address, { hiddenAtFirst: true }),
  partyOf('paymaster', $msgid('Paymaster'), (item) => item.paymaster, {
    narrow: { at: 'fact', isNamed: true },
  }),
  partyOf('bundler', $msgid('Bundler'), (item) => item.bundler, { hiddenAtFirst: true }),
  coinColumn('fee', $msgid('Fee'), (item) => item.fee, { grow: 0.6, narrow: { at: 'amount' } }),
  countColumn('nonce', $msgid('Nonce'), (item) => item.nonce, { hiddenAtFirst: true, width: 110, grow: 0.4 }),
]
