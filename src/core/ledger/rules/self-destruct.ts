/**
 * A contract created and destroyed in one transaction ends with a balance of 0 (EIP-6780): coins it sends to itself are
 * burnt, and so are coins it gets after that. A contract that existed before keeps coins it sends to itself. Before the
 * fork of March 2024 those were burnt too. Rows do not show which rule applied, so the proof shows the difference.
 */
import type { InternalTransaction } from '#shared/chain/transaction.ts'
import { COIN, lower, toAmount, type LedgerOf, type Movement } from '../movement.ts'
import { callMovement, hasCallFailed } from './internal-value.ts'

/** The burnt coins. `calls` and `movements`: of one block. `madeIn`: the transactions that created the address. */
export function burntCoins(
  calls: readonly InternalTransaction[],
  madeIn: ReadonlySet<string>,
  movements: readonly Movement[],
  { address }: LedgerOf,
): Movement[] {
  const ends = calls.filter(
    (call) =>
      call.type === 'selfdestruct' &&
      lower(call.from) === address &&
      !hasCallFailed(call) &&
      madeIn.has(call.transaction_hash),
  )
  return [...Map.groupBy(ends, ({ transaction_hash: hash }) => hash)].flatMap(([hash, own]) => {
    const last = own.reduce((one, other) => (other.index > one.index ? other : one))
    const later = movements
      .filter(
        ({ asset, transaction, list, index }) =>
          asset === COIN &&
          transaction === hash &&
          list === 'address-internal-transactions' &&
          index > last.index,
      )
      .toSorted((one, other) => one.index - other.index)
    const lateSum = later.reduce((sum, { amount }) => sum + amount, 0n)
    const burnt = own
      .filter(({ to }) => lower(to) === address)
      .map((call) => callMovement(call, -(toAmount(call.value) ?? 0n), 'self-destruct', null))
    const { index } = later.at(-1) ?? last
    return [...burnt, { ...callMovement(last, -lateSum, 'self-destruct', null), index }].filter(
      ({ amount }) => amount !== 0n,
    )
  })
}
