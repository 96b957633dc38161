/** Holds coin movements against the history of the balance while both come by, the newest first. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import { COIN, toAmount, type Movement } from '../movement.ts'
import type { FailingCheck, KeptHistory } from './movement-store.ts'

/** Of so many it is said where they are; beyond, the sum alone tells. */
const MAX_FAILING = 1_000

/**
 * Between two rows of the history a balance changes by what its movements say. `base`: the row that it goes on from, of
 * which everything is known already.
 */
export function createHistoryCheck() {
  let newest: KeptHistory['newest'] = null
  let upper:
    { readonly block: number; readonly value: bigint; readonly transaction: string | null } | undefined
  let sum = 0n
  let oldest: CoinBalance | undefined
  const failing: FailingCheck[] = []

  function close(after: number, value: bigint) {
    if (upper && upper.value - value !== sum && failing.length < MAX_FAILING)
      failing.push({
        after,
        block: upper.block,
        transaction: upper.transaction,
        change: String(upper.value - value),
      })
    sum = 0n
  }
  return {
    add(history: CoinBalance | undefined, movements: readonly Movement[]) {
      const value = toAmount(history?.value)
      if (history) oldest = history
      // Where the source does not know it any more, the row below tells for both.
      if (history && value !== undefined) {
        const { block_number: block, transaction_hash: transaction = null } = history
        newest ??= { block, value: String(value) }
        close(block, value)
        upper = { block, value, transaction }
      }
      for (const { asset, amount } of movements) if (asset === COIN) sum += amount
    },
    get oldest() {
      return oldest
    },
    end(base: { readonly block: number; readonly value: bigint } | undefined): KeptHistory {
      close(base?.block ?? -1, base?.value ?? 0n)
      return {
        newest: newest ?? (base ? { block: base.block, value: String(base.value) } : null),
        failing: failing.toReversed(),
      }
    },
  }
}
