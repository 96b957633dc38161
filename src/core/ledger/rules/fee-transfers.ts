/**
 * A token that fees are paid in often logs them as transfers of the same transaction: what is set aside and given back
 * (burnt and minted, or sent to the zero address), or what goes to whoever gets the fee, as its last transfers. These are
 * the fee, which its transaction tells, and are not counted a second time. They are known by their sum, to the last unit.
 */
import { COIN, type Movement } from '../movement.ts'

/** The movements of a block without those that tell of a fee again. */
export function withoutFeeTransfers(movements: readonly Movement[]): readonly Movement[] {
  const fees = movements.filter(({ rule, asset }) => rule === 'fee' && asset !== COIN)
  if (fees.length === 0) return movements
  const told = new Set(fees.flatMap((fee) => transfersOf(fee, movements)))
  return movements.filter((movement) => !told.has(movement))
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
    // Set aside before anything else, and the rest given back at the end.
    ...(aside[0]?.rule === 'burn' ? [aside, aside.slice(0, 1)] : []),
    // To those who get it: three at most, the last of all.
    ...[1, 2, 3].map((count) => own.slice(-count)),
    own.filter(({ rule }) => rule === 'burn' || rule === 'mint'),
  ]
  return candidates.find((some) => some.length > 0 && sumOf(some) === amount) ?? []
}

const sumOf = (movements: readonly Movement[]) => movements.reduce((sum, { amount }) => sum + amount, 0n)
