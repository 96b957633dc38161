/** Where coin movements part from the history of the balance: each block that changed it, and what it was then. */
import type { PlacedMovement } from '../movements.ts'

/** `after` and `before`: places among the movements that were given; -1 and their number beyond the ends. */
export interface Gap {
  readonly amount: bigint
  readonly after: number
  readonly before: number
  readonly block: number | null
  readonly transaction: string | null
}

export interface Between {
  readonly movements: readonly PlacedMovement[]
  /** The movements since the history was last right, up to before `end`. */
  readonly first: number
  readonly end: number
  /** Of the row that ends it; null for what is held now. */
  readonly block: number | null
  readonly transaction: string | null
  readonly differs: bigint
}

/**
 * A block without a row in the history changed nothing, as that says: movements of one that are not nothing together are
 * what is wrong, if they explain it. If they do not, it is the block of the row; if they do in part, it can be either.
 */
export function gapsBetween({ movements, first, end, block, transaction, differs }: Between): Gap[] {
  const wrong: Gap[] = []
  let explained = 0n
  let last = end
  for (let at = first; at < end;) {
    const height = movements[at]?.block ?? 0
    let [net, until] = [0n, at]
    for (; until < end && movements[until]?.block === height; until += 1)
      net += movements[until]?.amount ?? 0n
    if (height === block) last = at
    else if (net !== 0n) {
      wrong.push({ amount: -net, after: at - 1, before: until, block: height, transaction: null })
      explained -= net
    }
    at = until
  }
  if (explained === differs) return wrong
  const isOfRow = wrong.length === 0
  return [
    {
      amount: differs,
      after: (isOfRow ? last : first) - 1,
      before: end,
      block: isOfRow ? block : null,
      transaction: isOfRow ? transaction : null,
    },
  ]
}
