/** Which movements of a ledger count. */
import type { AddressRef } from '#shared/chain/address.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { Condition } from '../query/sql/compile-sql.ts'
import type { Span } from './kept/movement-rows.ts'
import type { PlacedMovement } from './movements.ts'
import type { TakeTurn } from '#platform/take-turns.ts'

export interface MovementFilter {
  /** Of two with the same key the same movements of a ledger pass: they are remembered by it. */
  readonly key: string
  readonly passes: (movement: PlacedMovement) => boolean
  /** The same in SQL, as far as that can tell: NULL of movements that have to be looked at. */
  readonly condition?: (movements: FilteredMovements) => Condition
}

/** Where they are kept, as far as it takes to filter them: a `MovementReader`. */
export interface FilteredMovements {
  readonly database: Database
  readonly ledger: number
  /** Tells readers apart. */
  readonly id: number
  /** Of the movements of the lists. */
  readonly listed: Span
  readonly takeTurn: TakeTurn
  /** What is read in `work`, at one moment. Throws `LedgerChanged` where they are others by now. */
  now<T>(work: () => T): T
  /** Those of which the condition is NULL. */
  unsure(
    span: Span,
    condition: Condition,
  ): readonly { readonly number: number; readonly movement: PlacedMovement }[]
  assets(): readonly string[]
  numberOfAsset(id: string): number
  /**
   * All that stand on the other side, and perhaps more, with their numbers. Undefined where they are more than may be looked
   * at in one go.
   */
  parties(): readonly { readonly number: number; readonly party: AddressRef }[] | undefined
}
