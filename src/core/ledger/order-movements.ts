/** Sorts movements into the order they happened: by block, transaction, and step of the transaction. */
import { PHASE, type Movement } from './movement.ts'

/** `positions`: positions of transactions in their blocks, as far as the lists give them. */
export function orderMovements(
  movements: readonly Movement[],
  positions: ReadonlyMap<string, number>,
): readonly Movement[] {
  const known = movements.map((movement) => {
    const position =
      movement.position ??
      (movement.transaction === null ? null : (positions.get(movement.transaction) ?? null))
    return position === movement.position ? movement : { ...movement, position }
  })
  return [...placeTransfers(known)].sort(compare)
}

/**
 * Sets missing positions of transfers, whose rows do not have the transaction's position. Logs are numbered through a
 * block, so a position is at least that of the transfer before.
 */
function placeTransfers(movements: readonly Movement[]): readonly Movement[] {
  const transfers = movements
    .filter(({ list }) => list === 'address-token-transfers')
    .sort((one, other) => one.block - other.block || one.index - other.index)
  const placed = new Map<Movement, Movement>()
  let [block, last] = [-1, 0]
  for (const transfer of transfers) {
    if (transfer.block !== block) [block, last] = [transfer.block, 0]
    if (transfer.position === null) placed.set(transfer, { ...transfer, position: last })
    else last = Math.max(last, transfer.position)
  }
  return movements.map((movement) => placed.get(movement) ?? movement)
}

function compare(one: Movement, other: Movement): number {
  return (
    one.block - other.block ||
    one.phase - other.phase ||
    (one.position ?? 0) - (other.position ?? 0) ||
    kindOf(one) - kindOf(other) ||
    one.index - other.index
  )
}

/** Calls and logs of a transaction have separate numbers. */
const kindOf = ({ list, phase }: Movement) =>
  phase === PHASE.transactions && list === 'address-token-transfers' ? 1 : 0
