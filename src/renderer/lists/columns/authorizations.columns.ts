import { h } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { AuthorizationItem } from '#shared/chain/authorization.ts'
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import type { ListColumns } from './list-column.ts'
import { countColumn } from './coin-column.ts'
import { age, blockNumber, statusColumn, transactionHash } from './shared-columns.ts'

const STATES = {
  ok: $msgid('took effect'),
  failed: $msgid('no effect'),
} as const
const stateOf = ({ status }: AuthorizationItem) =>
  status === 'ok' ? 'ok' : status?.startsWith('invalid') ? 'failed' : undefined
const shownState = (item: AuthorizationItem) => {
  const state = stateOf(item)
  return state ? $gettext(STATES[state]) : ''
}

export const addressAuthorizations: ListColumns<AuthorizationItem> = [
  statusColumn(stateOf, ({ status }) => status ?? '', shownState),
  {
    id: 'delegate',
    label: $msgid('Delegates to'),
    width: 128,
    grow: 1.5,
    narrow: { at: 'main' },
    cell: ({ delegate }, context) =>
      delegate?.hash === ZERO_ADDRESS
        ? h('span', { class: 'dim' }, $gettext('ends its delegation'))
        : addressCell(delegate, context),
    text: ({ delegate }) => addressText(delegate),
    link: ({ delegate }, { links }) => (delegate ? links.address(delegate.hash) : undefined),
    sort: ({ delegate }) => delegate?.hash.toLowerCase(),
  },
  transactionHash((item) => item.transaction_hash),
  blockNumber(),
  age(),
  countColumn('nonce', $msgid('Nonce'), (item) => item.nonce, { width: 110, grow: 0.4 }),
]
