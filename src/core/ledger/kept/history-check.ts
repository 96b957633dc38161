/** Compares coin movements with the history of the balance while both are read, newest first. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import { COIN, toAmount, type Movement } from '../movement.ts'
import type { FailingCheck, KeptHistory } from './movement-store.ts'

/** Maximum number of failed checks that are stored; more are only visible in the sum. */
const MAX_FAILING = 1_000

/**
 * Between two rows of the history, the balance must change by the sum of the movements. `base`: the row below the part that
 * is read; the rows up to it are already checked.
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
      // A row without a value is skipped: the next row below checks both intervals together.
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
