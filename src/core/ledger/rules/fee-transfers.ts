/**
 * A token used for fees often logs them as transfers of the same transaction. Either an amount is set aside and the rest
 * returned (burnt and minted, or sent to the zero address), or the last transfers go to the receivers of the fee. These
 * transfers are the fee, which the transaction gives already, so they are not counted again. They are recognised by their
 * exact sum.
 */
import { COIN, type Movement } from '../movement.ts'

/** Removes the transfers of a block that repeat a fee. */
export function withoutFeeTransfers(movements: readonly Movement[]): readonly Movement[] {
  const fees = movements.filter(({ rule, asset }) => rule === 'fee' && asset !== COIN)
  if (fees.length === 0) return movements
  const reported = new Set(fees.flatMap((fee) => transfersOf(fee, movements)))
  return movements.filter((movement) => !reported.has(movement))
}

function transfersOf({ asset, transaction, amount }: Movement, all: readonly Movement[]): Movement[] {
  const own = all
    .filter(
      (one) =>
        one.asset === asset && one.transaction === transaction && one.list === 'address-token-transfers',
    )
    .toSorted((one, other) => one.index - other.index)
  const aside = [own.at(0), own.findLast((one) => one.rule === 'mint')].filter((one) => one !== undefined)
  const candidates = [
    // An amount set aside first, and its rest returned at the end.
    ...(aside[0]?.rule === 'burn' ? [aside, aside.slice(0, 1)] : []),
    // To at most three receivers, as the last transfers.
    ...[1, 2, 3].map((count) => own.slice(-count)),
    own.filter(({ rule }) => rule === 'burn' || rule === 'mint'),
  ]
  return candidates.find((some) => some.length > 0 && sumOf(some) === amount) ?? []
}

const sumOf = (movements: readonly Movement[]) => movements.reduce((sum, { amount }) => sum + amount, 0n)
