/** The movements a transaction tells of itself: its value, its token transfers, and the fee where its receiver is known. */
import type { Transaction } from '#shared/chain/transaction.ts'
import { tokenAsset } from './asset.ts'
import type { KnownMove } from './flows.ts'

export function knownMoves(transaction: Transaction | undefined, validator: string | undefined): KnownMove[] {
  if (!transaction) return []
  const from = transaction.from?.hash.toLowerCase()
  const to = (transaction.to ?? transaction.created_contract)?.hash.toLowerCase()
  const moves: KnownMove[] = []
  const value = big(transaction.value)
  if (from !== undefined && to !== undefined && value > 0n && transaction.status !== 'error')
    moves.push({ from, to, asset: 'coin', amount: value })
  const tip = big(transaction.priority_fee)
  if (from !== undefined && validator !== undefined && tip > 0n)
    moves.push({ from, to: validator.toLowerCase(), asset: 'coin', amount: tip })
  for (const transfer of transaction.token_transfers ?? []) {
    const { from: giver, to: taker, token, total } = transfer
    if (!giver || !taker || !token) continue
    for (const { token_id: id, value: amount } of total) {
      moves.push({
        from: giver.hash.toLowerCase(),
        to: taker.hash.toLowerCase(),
        asset: tokenAsset(token, id).key,
        amount: amount == null ? 1n : big(amount),
      })
    }
  }
  return moves
}

const big = (text: string | null | undefined): bigint => (text == null ? 0n : BigInt(text))
