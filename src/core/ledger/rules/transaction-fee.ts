/**
 * The sender pays the fee of every transaction that is in a block, failed ones too (Yellow Paper, section 6.2; EIP-1559).
 * `fee.value` is what was paid in all: on rollups it holds the fee for the layer below already (recorded answers of
 * Optimism, Base and Scroll: gas times price and `l1_fee` together). The fee for blobs (EIP-4844) is a sum of its own where
 * a source lists it apart: `fee.value` is then gas times price and no more. Where `fee.value` is not said (recorded for old
 * transactions of Base), it is gas times price and `l1_fee`.
 */
import type { Transaction } from '#shared/chain/transaction.ts'
import { COIN, lower, PHASE, priceOf, toAmount, toTime, type LedgerOf, type Movement } from '../movement.ts'

export function transactionFee(transaction: Transaction, { address }: LedgerOf): Movement[] {
  const { hash, from, block_number: block, fee } = transaction
  const paid = (toAmount(fee?.value) ?? feeOfParts(transaction)) + blobFeeApart(transaction)
  if (block == null || paid === 0n || lower(from) !== address) return []
  return [
    {
      asset: COIN,
      nft: null,
      amount: -paid,
      block,
      time: toTime(transaction.timestamp),
      phase: PHASE.transactions,
      position: transaction.position ?? null,
      index: -2,
      rule: 'fee',
      counterparty: null,
      ...priceOf(transaction.historic_exchange_rate, transaction.exchange_rate),
      list: 'address-transactions',
      row: hash,
      transaction: hash,
    },
  ]
}

function executionFee({ gas_used: gas, gas_price: price }: Transaction): bigint | undefined {
  const [used, each] = [toAmount(gas), toAmount(price)]
  return used === undefined || each === undefined ? undefined : used * each
}

function feeOfParts(transaction: Transaction): bigint {
  const { l1_fee: below } = transaction as Readonly<Record<string, unknown>>
  return (executionFee(transaction) ?? 0n) + (isWhole(below) ? BigInt(below) : 0n)
}

function blobFeeApart(transaction: Transaction): bigint {
  const { blob_gas_used: gas, blob_gas_price: price } = transaction as Readonly<Record<string, unknown>>
  const isApart = executionFee(transaction) === toAmount(transaction.fee?.value)
  return isApart && isWhole(gas) && isWhole(price) ? BigInt(gas) * BigInt(price) : 0n
}

const isWhole = (value: unknown): value is string => typeof value === 'string' && /^\d{1,78}$/.test(value)
