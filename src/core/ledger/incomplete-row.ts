/** Rows that do not say whether they moved coins, or how many. They are not counted, and the proof names them. */
import { paidFee } from '#shared/chain/transaction-fee.ts'
import { transactionOutcome } from '#shared/chain/transaction-words.ts'
import type { InternalTransaction, Transaction } from '#shared/chain/transaction.ts'
import type { Withdrawal } from '#shared/chain/block.ts'
import { lower, sideOf, type LedgerOf } from './movement.ts'
import { canPay } from './rules/internal-value.ts'

export interface IncompleteRow {
  readonly transaction: string | null
  readonly block: number
  readonly reason: 'outcome_unknown' | 'amount_unknown'
}

/** The incomplete row; undefined if it has all the ledger needs. `item`: a row of `list`. */
export function findIncompleteRow(list: string, item: unknown, ledger: LedgerOf): IncompleteRow | undefined {
  if (list === 'address-transactions') return ofTransaction(item as Transaction, ledger)
  if (list === 'address-internal-transactions') return ofCall(item as InternalTransaction, ledger)
  if (list === 'address-withdrawals') return ofWithdrawal(item as Withdrawal, ledger)
  return undefined
}

function ofTransaction(item: Transaction, ledger: LedgerOf): IncompleteRow | undefined {
  const { hash, from, to, created_contract: created, value, block_number: block } = item
  if (block == null) return undefined
  const because = (reason: IncompleteRow['reason']) => ({ transaction: hash, block, reason })
  if (lower(from) === ledger.address && paidFee(item) === undefined) return because('amount_unknown')
  const outcome = transactionOutcome(item)
  if (value === '0' || outcome === 'failed' || !sideOf(ledger, from, to ?? created)) return undefined
  if (outcome === 'unknown') return because('outcome_unknown')
  return value == null ? because('amount_unknown') : undefined
}

function ofCall(item: InternalTransaction, ledger: LedgerOf): IncompleteRow | undefined {
  const {
    transaction_hash: transaction,
    from,
    to,
    created_contract: created,
    value,
    block_number: block,
  } = item
  if (block == null || value != null || !canPay(item) || !sideOf(ledger, from, to ?? created))
    return undefined
  return { transaction, block, reason: 'amount_unknown' }
}

/** On chains that pay withdrawals in a token, no coin row is incomplete. */
const ofWithdrawal = (
  { amount, block_number: block }: Withdrawal,
  { coin }: LedgerOf,
): IncompleteRow | undefined =>
  block == null || amount != null || coin.withdrawals
    ? undefined
    : { transaction: null, block, reason: 'amount_unknown' }
