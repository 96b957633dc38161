/**
 * A contract that is made and destroyed in one transaction ends with nothing (EIP-6780): what it gives to itself is burnt,
 * and so is what comes after it was destroyed. One that was there before keeps what it gives to itself. Before the fork of
 * March 2024 it did not, which rows can't tell: the proof names the difference.
 */
import type { InternalTransaction } from '#shared/chain/transaction.ts'
import { COIN, lower, toAmount, type LedgerOf, type Movement } from '../movement.ts'
import { callMovement, hasCallFailed } from './internal-value.ts'

/** `calls` and `movements`: of one block. `madeIn`: the transactions that made the address. */
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
