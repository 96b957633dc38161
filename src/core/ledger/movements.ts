/** Movements with their position in a ledger, and their sums. */
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import type { Movement } from './movement.ts'

/** A movement with its position in the ledger. */
export interface PositionedMovement
  extends
    Omit<Movement, 'phase' | 'position' | 'list'>,
    Pick<LedgerMovement, 'list' | 'note' | 'of' | 'within'> {
  /** Index among all movements of the ledger, from 0. */
  readonly place: number
  /** Time in ms; a movement whose row has none has the time of the one before. Never decreases. -Infinity for genesis. */
  readonly at: number
}

export const writeMovement = ({
  at: _,
  index: __,
  amount,
  ...movement
}: PositionedMovement): LedgerMovement => ({
  ...movement,
  amount: String(amount),
})

/** Sums of one asset, in its smallest unit. */
export interface Sums {
  /** Balance by the rule `genesis`, which belongs to no period. */
  opening: bigint
  in: bigint
  out: bigint
  /** Part of `out`. */
  fees: bigint
  movements: number
}
/** Number of movements, with the genesis balance as one. */
export const countOf = ({ movements, opening }: Sums) => movements + (opening === 0n ? 0 : 1)
export const balanceOf = ({ opening, in: came, out }: Sums) => opening + came - out
export const noSums = (): Sums => ({ opening: 0n, in: 0n, out: 0n, fees: 0n, movements: 0 })

/** In ms since 1970, from `from` to before `to`; null for an open end. */
export interface Period {
  readonly from: number | null
  readonly to: number | null
}
export type Wanted = Period & { readonly asset?: string | null }
export const ALL: Period = { from: null, to: null }

/** Thrown if the movements have changed or were removed. */
export class LedgerChanged extends Error {}
