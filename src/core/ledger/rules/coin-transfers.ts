/**
 * On some chains a contract represents the coin and logs transfers of it: of each movement (ZKsync, Metis), or only of
 * those made through the contract, which no other row gives (Celo, Moonbeam). Some sources add a transfer to each movement
 * themselves (Celo's "token duality"). A transfer of this contract therefore moves coins, unless another row of its
 * transaction already gives it: a value, call or deposit of the same amount, or the fee, as the net amount between two
 * parties.
 */
import { COIN, lower, type Movement } from '../movement.ts'

/** Removes coin transfers that other movements of the block already give. */
export function countCoinOnce(movements: readonly Movement[]): readonly Movement[] {
  if (!movements.some(isCoinTransfer)) return movements
  const again = new Set<Movement>()
  for (const own of Map.groupBy(movements, ({ transaction }) => transaction).values()) {
    const reported = Map.groupBy(
      own.filter((one) => one.asset === COIN && !isCoinTransfer(one) && one.rule !== 'fee'),
      ({ amount }) => amount,
    )
    const rest: Movement[] = []
    for (const one of own.filter(isCoinTransfer)) {
      if (reported.get(one.amount)?.pop()) again.add(one)
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
