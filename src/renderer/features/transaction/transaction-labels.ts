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

/**
 * The reason of a failure as the chain gives it: the decoded error, a text, or raw data. Undefined without one.
 */
export function failureReason(of: Transaction): string | undefined {
  const reason = of.revert_reason
  if (typeof reason === 'string' && reason !== '') return reason
  if (typeof reason === 'object' && reason !== null) {
    const decoded = reason as { method_call?: unknown; parameters?: unknown; raw?: unknown }
    const parameters = Array.isArray(decoded.parameters) ? (decoded.parameters as Argument[]) : []
    if (typeof decoded.method_call === 'string')
      return formatFailure(decoded.method_call.replace(/\(.*$/s, ''), parameters)
    if (typeof decoded.raw === 'string' && decoded.raw !== '' && decoded.raw !== '0x')
      return `0x${decoded.raw.replace(/^0x/, '')}`
  }
  return of.result != null && of.result !== 'success' && of.result !== 'pending' ? of.result : undefined
}

interface Argument {
  readonly name?: string | null
  readonly value?: unknown
}

/** An error with its arguments, for example `TooLate(deadline: 7)`; for `Error(string)` only its text. */
export function formatFailure(name: string, parameters: readonly Argument[]): string {
  const values = parameters.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)))
  if (name === 'Error' && values[0] !== undefined && values.length === 1) return values[0]
  const shown = parameters.map(({ name: of }, at) => (of ? `${of}: ${values[at] ?? ''}` : (values[at] ?? '')))
  return shown.length === 0 ? name : `${name}(${shown.join(', ')})`
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
