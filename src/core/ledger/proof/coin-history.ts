/**
 * Locates differences between coin movements and the balance history, which has a row with the new balance for each block
 * that changed it.
 */
import type { PositionedMovement } from '../movements.ts'

/** `after` and `before`: indexes among the given movements; -1 and their number beyond the ends. */
export interface Gap {
  readonly amount: bigint
  readonly after: number
  readonly before: number
  readonly block: number | null
  readonly transaction: string | null
}

export interface Between {
  readonly movements: readonly PositionedMovement[]
  /** Movements since the last row that matched, from `first` to before `end`. */
  readonly first: number
  readonly end: number
  /** Block of the row that ends the interval; null for the current balance. */
  readonly block: number | null
  readonly transaction: string | null
  readonly differs: bigint
}

/**
 * Locates a difference. A block without a row in the history changed nothing, so movements of such a block with a sum other
 * than 0 are wrong, if they explain the difference. If they explain none of it, the gap is in the row's block; if they
 * explain a part, it can be in either.
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
