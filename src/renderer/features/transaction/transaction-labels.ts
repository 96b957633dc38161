/** Labels for data of a transaction: its state, title, failure and type. */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { calledMethod } from '#shared/chain/call-name.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { isWaiting } from '#shared/chain/transaction-words.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'

export interface TransactionState {
  readonly state: 'success' | 'failed' | 'pending' | 'dropped' | 'unknown'
  readonly label: string
}

export function transactionState(of: Transaction | undefined): TransactionState {
  if (!of) return { state: 'unknown', label: $gettext('Not known yet') }
  if (of.result === 'dropped/replaced') return { state: 'dropped', label: $gettext('Dropped or replaced') }
  if (of.status === 'error') return { state: 'failed', label: $gettext('Failed') }
  if (isWaiting(of) || (of.result === 'pending' && of.timestamp == null))
    return { state: 'pending', label: $gettext('Pending') }
  if (of.status === 'ok') return { state: 'success', label: $gettext('Success') }
  return { state: 'unknown', label: $gettext('In a block, its outcome not yet known') }
}

/** Note beside a value that was given but not moved; undefined if it was moved. */
export function unmovedNote(state: TransactionState['state']): string | undefined {
  if (state === 'failed' || state === 'dropped') return $gettext('nothing was moved')
  if (state === 'unknown') return $gettext('not known whether it was moved')
  return state === 'pending' ? $gettext('not moved yet') : undefined
}

/** The called method or the kind of transaction; the short hash if both are unknown. */
export function transactionTitle(transaction: Transaction | undefined, hash: string): string {
  if (!transaction) return shortenHash(hash)
  if (transaction.created_contract) return $gettext('Contract creation')
  const [kind] = transaction.transaction_types ?? []
  return (
    plainName(calledMethod(transaction) ?? '', 60) ||
    (kind ? formatKind(plainName(kind)) : $gettext('Transaction'))
  )
}

const TYPES: Readonly<Record<number, string>> = {
  0: $msgid('legacy'),
  1: $msgid('EIP-2930, access list'),
  2: 'EIP-1559',
  3: $msgid('EIP-4844, blobs'),
  4: $msgid('EIP-7702, set code'),
}

/** A transaction type, for example `2 · EIP-1559`; only the number for an unknown type. */
export const formatType = (type: number): string =>
  TYPES[type] === undefined ? String(type) : `${String(type)} · ${$gettext(TYPES[type])}`

/** The kinds that sources give; other kinds are shown as given. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['coin_transfer', $msgid('Coin transfer')],
  ['contract_call', $msgid('Contract call')],
  ['contract_creation', $msgid('Contract creation')],
  ['token_transfer', $msgid('Token transfer')],
  ['token_creation', $msgid('Token creation')],
  ['blob_transaction', $msgid('Blob transaction')],
])

/** A kind as words, for example `token_transfer` as `Token transfer`. */
export const formatKind = (kind: string): string => {
  const known = KINDS.get(kind)
  if (known !== undefined) return $gettext(known)
  const text = kind.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
