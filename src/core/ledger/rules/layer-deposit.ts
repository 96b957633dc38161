/**
 * What comes from the layer below is made at the sender of a transaction of its own, which then carries it on: on the OP
 * Stack a deposited transaction (type 126; specification, Deposits: `mint` is added to the sender first, and stays where
 * the transaction fails), on Arbitrum a deposit (type 100; Nitro mints the value at its sender, and moves it). Our own
 * index says what was made. Rows of others do not: it is the value, unless somebody has the layer below spend what they
 * have here already. Then the proof names it.
 */
import { mintedOf } from '#shared/chain/transaction-fee.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { COIN, lower, PHASE, priceOf, toAmount, toTime, type LedgerOf, type Movement } from '../movement.ts'

const DEPOSIT_TYPES: ReadonlySet<number | null | undefined> = new Set([100, 126])

export function layerDeposit(transaction: Transaction, { address }: LedgerOf): Movement[] {
  const { hash, from, type, block_number: block } = transaction
  const amount = mintedOf(transaction) ?? toAmount(transaction.value) ?? 0n
  if (!DEPOSIT_TYPES.has(type) || block == null || amount === 0n || lower(from) !== address) return []
  return [
    {
      asset: COIN,
      nft: null,
      amount,
      block,
      time: toTime(transaction.timestamp),
      phase: PHASE.transactions,
      position: transaction.position ?? null,
      index: -3,
      rule: 'deposit',
      counterparty: null,
      ...priceOf(transaction.historic_exchange_rate, transaction.exchange_rate),
      list: 'address-transactions',
      row: hash,
      transaction: hash,
    },
  ]
}
