/**
 * A wrapped coin (WETH9) logs Deposit and Withdrawal instead of Transfer: coins sent to it are minted to their sender one
 * for one, and coins it sends were burnt from their receiver. Many sources derive transfers from these events, others do
 * not, and some wrappers log a mint themselves. A movement is therefore added only if the lists have none of this token and
 * amount in the transaction, and only for the one contract that `shared/coin-facts` names for the chain, which exchanges
 * coins in no other way.
 */
import { COIN, lower, type Movement } from '../movement.ts'

/** The mints and burns of the wrapper that the movements of an address lack. */
export function wrappedCoin(movements: readonly Movement[], wrapper: string): Movement[] {
  const listed = new Map<string, number>()
  const keyOf = (transaction: string | null, amount: bigint) => `${transaction ?? ''} ${String(amount)}`
  for (const { asset, rule, transaction, amount } of movements)
    if (asset === wrapper && rule !== 'transfer') {
      const key = keyOf(transaction, amount)
      listed.set(key, (listed.get(key) ?? 0) + 1)
    }
  return movements.flatMap((movement) => {
    const { asset, counterparty, transaction, rule } = movement
    const isCoin = asset === COIN && (rule === 'value' || rule === 'internal')
    if (!isCoin || lower(counterparty) !== wrapper) return []
    const amount = -movement.amount
    const key = keyOf(transaction, amount)
    const known = listed.get(key) ?? 0
    if (known > 0) {
      listed.set(key, known - 1)
      return []
    }
    return [{ ...movement, asset: wrapper, amount, rule: 'wrapped' as const }]
  })
}
