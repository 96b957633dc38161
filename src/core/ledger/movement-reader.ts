/** Movements in their order, wherever they are: in stretches of which the sums are known without reading them. */
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import type { Movement } from './movement.ts'

/** A movement that has its place. */
export interface PlacedMovement
  extends
    Omit<Movement, 'phase' | 'position' | 'list'>,
    Pick<LedgerMovement, 'list' | 'note' | 'of' | 'within'> {
  /** Among all of the ledger, from 0. */
  readonly place: number
  /** Its time; where its row says none, that of the one before. It never goes back. -Infinity before all. */
  readonly at: number
}

/** Of one asset. */
export interface Sums {
  /** What was there before everything (the rule `genesis`): it came in no period. */
  opening: bigint
  in: bigint
  out: bigint
  /** A part of `out`. */
  fees: bigint
  movements: number
}
export type SumsByAsset = ReadonlyMap<string, Readonly<Sums>>

/** Movements that follow one another. */
export interface Stretch {
  /** The place of its first one. */
  readonly first: number
  readonly count: number
  /** The times (`at`) of its first one and its last. */
  readonly from: number
  readonly to: number
  /** The blocks of its first one and its last. */
  readonly bottom: number
  readonly top: number
  readonly sums: SumsByAsset
}

export interface MovementReader {
  /** The oldest first. */
  readonly stretches: readonly Stretch[]
  /** The oldest first. */
  read(stretch: Stretch): readonly PlacedMovement[]
}

export function addUp(
  movements: Iterable<Pick<PlacedMovement, 'asset' | 'amount' | 'rule'>>,
): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const { asset, amount, rule } of movements) {
    let sum = sums.get(asset)
    if (!sum) sums.set(asset, (sum = noSums()))
    if (rule === 'genesis') sum.opening += amount
    else {
      sum.movements += 1
      if (amount > 0n) sum.in += amount
      else sum.out -= amount
      if (rule === 'fee') sum.fees -= amount
    }
  }
  return sums
}

export const noSums = (): Sums => ({ opening: 0n, in: 0n, out: 0n, fees: 0n, movements: 0 })
