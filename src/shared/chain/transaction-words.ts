/** The method and the status of a transaction in words, as lists show them and filters ask for them. */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { plainName } from '../text/hostile-text.ts'
import { calledMethod, failureOf } from './call-name.ts'
import type { Transaction } from './transaction.ts'

export type TransactionStatus = 'ok' | 'failed' | 'waiting'

/**
 * Whether the transaction is in no block. If it has a block's time, it is in a block, also if the source gives no
 * block number or an invalid one.
 */
export const isWaiting = ({ block_number: block, timestamp, status, result }: Transaction): boolean =>
  block == null && timestamp == null && status == null && result !== 'dropped/replaced'

/** Whether it succeeded although a call inside failed, as far as its source says so. */
export const hasFailedCall = ({ status, has_error_in_internal_transactions: has }: Transaction): boolean =>
  status === 'ok' && has === true

/** A transaction's status with its English name. The reason of a failure is the instance's own text. */
function stateOf(item: Transaction): readonly [TransactionStatus, string, reason?: string] {
  if (item.status === 'ok')
    return ['ok', hasFailedCall(item) ? $msgid('Success; a call inside failed') : $msgid('Success')]
  if (item.status === 'error') {
    const reason = failureOf(item) ?? item.result
    return reason && reason !== 'error'
      ? ['failed', $msgid('Failed'), plainName(reason, 300)]
      : ['failed', $msgid('Failed')]
  }
  if (item.result === 'dropped/replaced') return ['failed', $msgid('Dropped or replaced')]
  if (isWaiting(item)) return ['waiting', $msgid('Pending')]
  return item.result === 'success' ? ['ok', $msgid('Success')] : ['waiting', $msgid('State not known')]
}

/**
 * Whether the transaction succeeded. Receipts from before Byzantium don't say so: then `unknown`, unless the source
 * knows.
 */
export function transactionOutcome(item: Transaction): 'ok' | 'failed' | 'unknown' {
  const [state] = stateOf(item)
  return state === 'waiting' ? 'unknown' : state
}

export const transactionStatus = (item: Transaction): TransactionStatus => stateOf(item)[0]

/** The status in English: for files and copies. */
export function transactionStatusText(item: Transaction): string {
  const [, text, reason] = stateOf(item)
  return reason === undefined ? text : `${text}: ${reason}`
}

/** The status in the language of the window. */
export function shownTransactionStatus(item: Transaction): string {
  const [, text, reason] = stateOf(item)
  return reason === undefined ? $gettext(text) : $gettext('Failed: %{reason}', { reason })
}

/** Names a transaction without a named method by its effect; undefined if that is unknown. */
function happened(item: Transaction): string | undefined {
  const types = item.transaction_types ?? []
  if (types.includes('contract_creation') || (!item.to && item.created_contract))
    return $msgid('Contract creation')
  if (types.includes('token_transfer')) return $msgid('Token transfer')
  if (types.includes('coin_transfer') || item.raw_input === '0x') return $msgid('Coin transfer')
  return undefined
}

function methodName(item: Transaction) {
  const method = calledMethod(item)
  return method && plainName(method).trim() !== '' ? method : undefined
}
const selectorOf = ({ raw_input: input }: Transaction) => input?.slice(0, 10) ?? ''

/** The method's name, else what the transaction did, in English: for files, copies and filters. */
export const transactionMethod = (item: Transaction): string =>
  methodName(item) ?? happened(item) ?? selectorOf(item)

/** The same as `transactionMethod`, in the language of the window. */
export function shownTransactionMethod(item: Transaction): string {
  const name = methodName(item)
  if (name !== undefined) return name
  const what = happened(item)
  return what === undefined ? selectorOf(item) : $gettext(what)
}
