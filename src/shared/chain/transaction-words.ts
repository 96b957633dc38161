/** What a transaction is called and how it went, in words: as lists show it and questions ask for it. */
import { plainName } from '../text/hostile-text.ts'
import type { Transaction } from './transaction.ts'

export type TransactionStatus = 'ok' | 'failed' | 'waiting'

/** Its state and how it is said. A failed one carries the instance's own reason. */
export function transactionStatus(item: Transaction): [TransactionStatus | undefined, string] {
  if (item.status === 'ok') return ['ok', 'Success']
  if (item.status === 'error') {
    const reason = item.result && item.result !== 'error' ? `: ${item.result.slice(0, 120)}` : ''
    return ['failed', `Failed${reason}`]
  }
  if (item.result === 'dropped/replaced') return ['failed', 'Dropped or replaced']
  if (item.block_number == null) return ['waiting', 'Pending']
  if (item.result === 'awaiting_internal_transactions')
    return ['waiting', 'Success; internal calls are not indexed yet']
  return item.result === 'success' ? ['ok', 'Success'] : ['waiting', 'State not known']
}

/** The method's name; where nothing was called, what happened instead. */
export function transactionMethod(item: Transaction): string {
  if (item.method && plainName(item.method).trim() !== '') return item.method
  const types = item.transaction_types ?? []
  if (types.includes('contract_creation') || (!item.to && item.created_contract)) return 'Contract creation'
  if (types.includes('token_transfer')) return 'Token transfer'
  if (types.includes('coin_transfer') || item.raw_input === '0x') return 'Coin transfer'
  return item.raw_input?.slice(0, 10) ?? ''
}
