/** Holds coin movements against the history of the balance: each block that changed it, and what it was then. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import { toAmount, type Movement } from '../movement.ts'

/** `after` and `before`: places among the movements that were given; -1 and their number beyond the ends. */
export interface Gap {
  readonly amount: bigint
  readonly after: number
  readonly before: number
  readonly block: number | null
  readonly transaction: string | null
}

/**
 * `movements` of the coin, `history`: both the oldest first, and whole. `reported`: what is held now, where that is known.
 * Between two rows of the history a balance stays as it is.
 */
export function findCoinGaps(
  movements: readonly Movement[],
  history: readonly CoinBalance[],
  reported: bigint | undefined,
): Gap[] {
  const gaps: Gap[] = []
  let [sum, missing, next, checked] = [0n, 0n, 0, 0]
  const check = (value: bigint, block: number | null, transaction: string | null) => {
    const differs = value - sum - missing
    if (differs !== 0n)
      gaps.push(...gapsWithin({ movements, first: checked, end: next, block, transaction, differs }))
    missing += differs
    checked = next
  }
  for (const { block_number: block, value: text, transaction_hash: transaction = null } of history) {
    for (; (movements[next]?.block ?? Infinity) <= block; next += 1) sum += movements[next]?.amount ?? 0n
    const value = toAmount(text)
    // Where the source does not know it any more, the next row tells for both.
    if (value !== undefined) check(value, block, transaction)
  }
  for (; next < movements.length; next += 1) sum += movements[next]?.amount ?? 0n
  if (reported !== undefined) check(reported, null, null)
  return gaps
}

interface Stretch {
  readonly movements: readonly Movement[]
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
function gapsWithin({ movements, first, end, block, transaction, differs }: Stretch): Gap[] {
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
