/** What a transaction is called and how it went, in words: as lists show it and questions ask for it. */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { plainName } from '../text/hostile-text.ts'
import { calledMethod } from './call-name.ts'
import type { Transaction } from './transaction.ts'

export type TransactionStatus = 'ok' | 'failed' | 'waiting'

/** In no block yet. One with the time of a block is in a block, also where the source does not say in which, or it can't be read. */
export const isWaiting = ({ block_number: block, timestamp, status, result }: Transaction): boolean =>
  block == null && timestamp == null && status == null && result !== 'dropped/replaced'

/** Its state and what it is called in English; why it failed is the instance's own text. */
function stateOf(item: Transaction): readonly [TransactionStatus, string, reason?: string] {
  if (item.status === 'ok') return ['ok', $msgid('Success')]
  if (item.status === 'error')
    return item.result && item.result !== 'error'
      ? ['failed', $msgid('Failed'), item.result.slice(0, 120)]
      : ['failed', $msgid('Failed')]
  if (item.result === 'dropped/replaced') return ['failed', $msgid('Dropped or replaced')]
  if (isWaiting(item)) return ['waiting', $msgid('Pending')]
  return item.result === 'success' ? ['ok', $msgid('Success')] : ['waiting', $msgid('State not known')]
}

/** Whether it was carried out. Before Byzantium no receipt says so: `unknown` then, unless the source learned it. */
export function transactionOutcome(item: Transaction): 'ok' | 'failed' | 'unknown' {
  const [state] = stateOf(item)
  return state === 'waiting' ? 'unknown' : state
}

export const transactionStatus = (item: Transaction): TransactionStatus => stateOf(item)[0]

/** How it went, in English: for files and copies. */
export function transactionStatusText(item: Transaction): string {
  const [, text, reason] = stateOf(item)
  return reason === undefined ? text : `${text}: ${reason}`
}

/** The same in the language of the window. */
export function shownTransactionStatus(item: Transaction): string {
  const [, text, reason] = stateOf(item)
  return reason === undefined ? $gettext(text) : $gettext('Failed: %{reason}', { reason })
}

/** What happened where no method is named; undefined where nobody can say. */
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

/** The method's name; where nothing was called, what happened instead, in English: for files, copies and questions. */
export const transactionMethod = (item: Transaction): string =>
  methodName(item) ?? happened(item) ?? selectorOf(item)

/** The same in the language of the window. */
export function shownTransactionMethod(item: Transaction): string {
  const name = methodName(item)
  if (name !== undefined) return name
  const what = happened(item)
  return what === undefined ? selectorOf(item) : $gettext(what)
}
