/**
 * The sender pays the fee of each transaction in a block, also of failed ones (Yellow Paper, section 6.2; EIP-1559), in
 * coins or in a token (`shared/chain/transaction-fee`). A maximum fee is no fee yet.
 */
import { paidFee } from '#shared/chain/transaction-fee.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { assetId, COIN, lower, PHASE, priceOf, toTime, type LedgerOf, type Movement } from '../movement.ts'

export function transactionFee(transaction: Transaction, { address, coin }: LedgerOf): Movement[] {
  const { hash, from, block_number: block, fee } = transaction
  if (block == null || fee?.type === 'maximum' || lower(from) !== address) return []
  const paid = paidFee(transaction)
  if (!paid || BigInt(paid.amount) === 0n) return []
  const asset = paid.token ? assetId(paid.token, null) : COIN
  const isCoin = asset === COIN || asset === coin.contract
  return [
    {
      asset: isCoin ? COIN : asset,
      nft: null,
      amount: -BigInt(paid.amount),
      block,
      time: toTime(transaction.timestamp),
      phase: PHASE.transactions,
      position: transaction.position ?? null,
      index: -2,
      rule: 'fee',
      counterparty: null,
      ...(isCoin
        ? priceOf(transaction.historic_exchange_rate, transaction.exchange_rate)
        : priceOf(null, paid.token?.exchange_rate)),
      list: 'address-transactions',
      row: hash,
      transaction: hash,
    },
  ]
}
