/**
 * A deposit from the layer below is minted to the sender of a transaction of its own, which then moves it. On the OP Stack
 * this is a deposited transaction (type 126; specification, Deposits: `mint` is added to the sender first, and stays if the
 * transaction fails). On Arbitrum it is a deposit (type 100; Nitro mints the value at its sender and moves it). Our own
 * index gives the minted amount. Rows of other sources do not: then it is taken to be the value. That is wrong if the
 * sender spends coins already on this layer from below; the proof then shows the difference.
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
