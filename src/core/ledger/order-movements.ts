/** Puts movements into the order in which they happened: by block, transaction, and what the transaction did. */
import { PHASE, type Movement } from './movement.ts'

/** `positions`: of transactions in their blocks, as far as a list says them. */
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
 * A transfer does not say the position of its transaction. Logs are numbered through a block, so it is at least that of the
 * transfer before.
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

/** Calls and logs of a transaction are numbered apart. */
const kindOf = ({ list, phase }: Movement) =>
  phase === PHASE.transactions && list === 'address-token-transfers' ? 1 : 0
