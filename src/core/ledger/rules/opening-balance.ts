/**
 * What an address had before its first movement: coins that the chain began with (its genesis), or that it had at the first
 * block of an index that begins later. The oldest row of the history of its balance says it: the balance after that block
 * without what changed in it. No list but that one tells, so without it there is none.
 */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import { COIN, PHASE, toAmount, type Movement } from '../movement.ts'

/** `oldest`: the last row of a history that was read to its end. */
export function openingBalance(oldest: CoinBalance | undefined): Movement[] {
  const [value, delta] = [toAmount(oldest?.value), toAmount(oldest?.delta)]
  if (!oldest || value === undefined || delta === undefined) return []
  // What changed in block 0 is what the chain began with: it has no transactions.
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
