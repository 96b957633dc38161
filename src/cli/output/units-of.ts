/** Says the amounts of a thing in units, beside what the source gave. */
import { paidFee } from '#shared/chain/transaction-fee.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { Coin } from '#shared/source.ts'
import { formatGwei } from '#shared/units.ts'
import { inToken } from './item-rows.ts'

/** By kind of thing: the `value` of an NFT is how many there are. */
const IN_COINS: Readonly<Partial<Record<DetailId, readonly string[]>>> = {
  transaction: ['value', 'fee.value', 'transaction_burnt_fee', 'priority_fee'],
  block: ['burnt_fees', 'priority_fee', 'transaction_fees'],
  address: ['coin_balance'],
}
const IN_GWEI: ReadonlySet<string> = new Set([
  'gas_price',
  'base_fee_per_gas',
  'max_fee_per_gas',
  'max_priority_fee_per_gas',
])

/** Converts an amount in the smallest unit to one for people. An empty text for anything else. */
export function unitsOf(detail: DetailId, item: object, coin: Coin) {
  const feeToken = detail === 'transaction' ? paidFee(item as Transaction)?.token : null
  return (path: string, text: string): string => {
    if (!/^\d+$/.test(text)) return ''
    if (IN_GWEI.has(path)) return ` (${formatGwei(text)} gwei)`
    if (!IN_COINS[detail]?.includes(path)) return ''
    const token = path === 'fee.value' ? feeToken : null
    // A token that is named by its address alone says no decimals.
    if (token && token.decimals === undefined) return ''
    return ` (${inToken(text, token, coin)})`
  }
}
