/** The movements in a transaction's details: its value, its token transfers, and the tip where the validator is known. */
import type { Transaction } from '#shared/chain/transaction.ts'
import { tokenAsset } from '../assets/asset.ts'
import type { Movement } from './flows.ts'

export function transactionMovements(
  transaction: Transaction | undefined,
  validator: string | undefined,
): Movement[] {
  if (!transaction) return []
  const from = transaction.from?.hash.toLowerCase()
  const to = (transaction.to ?? transaction.created_contract)?.hash.toLowerCase()
  const movements: Movement[] = []
  const value = toBigint(transaction.value)
  if (from !== undefined && to !== undefined && value > 0n && transaction.status !== 'error')
    movements.push({ from, to, asset: 'coin', amount: value })
  const tip = toBigint(transaction.priority_fee)
  if (from !== undefined && validator !== undefined && tip > 0n)
    movements.push({ from, to: validator.toLowerCase(), asset: 'coin', amount: tip })
  for (const transfer of transaction.token_transfers ?? []) {
    const { from: giver, to: taker, token, total } = transfer
    if (!giver || !taker || !token) continue
    for (const { token_id: id, value: amount } of total) {
      movements.push({
        from: giver.hash.toLowerCase(),
        to: taker.hash.toLowerCase(),
        asset: tokenAsset(token, id).key,
        amount: amount == null ? 1n : toBigint(amount),
      })
    }
  }
  return movements
}

const toBigint = (text: string | null | undefined): bigint => (text == null ? 0n : BigInt(text))
