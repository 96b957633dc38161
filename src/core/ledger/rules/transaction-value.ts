/**
 * The value of a successful transaction moves from its sender to its receiver, or to the contract it creates; a failed one
 * moves nothing (Yellow Paper, section 6.2). A transaction to oneself moves nothing. If the status is unknown, nothing is
 * counted and the proof says so.
 */
import { transactionOutcome } from '#shared/chain/transaction-words.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import {
  COIN,
  PHASE,
  priceOf,
  sideOf,
  toAmount,
  toParty,
  toTime,
  type LedgerOf,
  type Movement,
} from '../movement.ts'

export function transactionValue(transaction: Transaction, ledger: LedgerOf): Movement[] {
  const { hash, from, to, created_contract: created, block_number: block } = transaction
  const value = toAmount(transaction.value) ?? 0n
  const side = sideOf(ledger, from, to ?? created)
  if (block == null || transactionOutcome(transaction) !== 'ok' || value === 0n || !side) return []
  return [
    {
      asset: COIN,
      nft: null,
      amount: side.sign * value,
      block,
      time: toTime(transaction.timestamp),
      phase: PHASE.transactions,
      position: transaction.position ?? null,
      index: -1,
      rule: to ? 'value' : 'creation',
      counterparty: toParty(side.other),
      ...priceOf(transaction.historic_exchange_rate, transaction.exchange_rate),
      list: 'address-transactions',
      row: hash,
      transaction: hash,
    },
  ]
}
