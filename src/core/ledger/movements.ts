/** Movements that have their place in a ledger, and what they add up to. */
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

export const writeMovement = ({ at: _, index: __, amount, ...movement }: PlacedMovement): LedgerMovement => ({
  ...movement,
  amount: String(amount),
})

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
/** An address begins with an asset once. */
export const countOf = ({ movements, opening }: Sums) => movements + (opening === 0n ? 0 : 1)
export const heldOf = ({ opening, in: came, out }: Sums) => opening + came - out
export const noSums = (): Sums => ({ opening: 0n, in: 0n, out: 0n, fees: 0n, movements: 0 })

/** In ms since 1970; `from` included, `to` not. */
export interface Period {
  readonly from: number | null
  readonly to: number | null
}
export type Wanted = Period & { readonly asset?: string | null }
export const ALL: Period = { from: null, to: null }

/** Thrown where movements are not there any more: their ledger goes on, or is gone. */
export class LedgerChanged extends Error {}
