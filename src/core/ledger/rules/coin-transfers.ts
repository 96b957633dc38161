/**
 * On some chains a contract stands for the coin and logs transfers of it: of every move (ZKsync, Metis), or of those that
 * are made through it alone, which no other row tells (Celo, Moonbeam). Some sources add a transfer to each move by
 * themselves (Celo’s, “token duality”). So a transfer of that contract moves coins, unless another row of its transaction
 * has told that: a value, a call, a deposit of the same amount; or the fee, which is what one party got and gave back.
 */
import { COIN, lower, type Movement } from '../movement.ts'

/** The movements of a block with each move of coins once. */
export function countCoinOnce(movements: readonly Movement[]): readonly Movement[] {
  if (!movements.some(isCoinTransfer)) return movements
  const again = new Set<Movement>()
  for (const own of Map.groupBy(movements, ({ transaction }) => transaction).values()) {
    const told = Map.groupBy(
      own.filter((one) => one.asset === COIN && !isCoinTransfer(one) && one.rule !== 'fee'),
      ({ amount }) => amount,
    )
    const rest: Movement[] = []
    for (const one of own.filter(isCoinTransfer)) {
      if (told.get(one.amount)?.pop()) again.add(one)
      else rest.push(one)
    }
    const fees = own.filter(({ rule, asset }) => rule === 'fee' && asset === COIN)
    const paid = fees.reduce((sum, { amount }) => sum + amount, 0n)
    if (paid === 0n) continue
    const byParty = [...Map.groupBy(rest, ({ counterparty }) => lower(counterparty)).values()]
    const ofFee = byParty.find((some) => some.reduce((sum, { amount }) => sum + amount, 0n) === paid)
    for (const one of ofFee ?? []) again.add(one)
  }
  return movements.filter((one) => !again.has(one))
}

const isCoinTransfer = ({ asset, list }: Movement) => asset === COIN && list === 'address-token-transfers'
