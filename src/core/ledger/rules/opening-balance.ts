/**
 * The balance before the first movement: coins of the genesis, or the balance at the first block of an index that begins
 * later. It is the value of the oldest row in the balance history minus the change of that row. No other list gives it, so
 * without a history there is no opening balance.
 */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import { COIN, PHASE, toAmount, type Movement } from '../movement.ts'

/** The opening balance. `oldest`: the last row of a history that was read to its end. */
export function openingBalance(oldest: CoinBalance | undefined): Movement[] {
  const [value, delta] = [toAmount(oldest?.value), toAmount(oldest?.delta)]
  if (!oldest || value === undefined || delta === undefined) return []
  // Block 0 has no transactions, so its change is the genesis balance.
  const amount = oldest.block_number === 0 ? value : value - delta
  if (amount <= 0n) return []
  return [
    {
      asset: COIN,
      nft: null,
      amount,
      block: 0,
      time: null,
      phase: PHASE.opening,
      position: null,
      index: 0,
      rule: 'genesis',
      counterparty: null,
      list: 'address-coin-balances',
      row: String(oldest.block_number),
      transaction: null,
    },
  ]
}
