/** Filters of a ledger's movements. */
import type { AddressRef } from '#shared/chain/address.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { Condition } from '../../query/sql/compile-sql.ts'
import type { Span } from './movement-rows.ts'
import type { PositionedMovement } from '../movements.ts'
import type { TakeTurn } from '#platform/take-turns.ts'

export interface MovementFilter {
  /** Cache key: filters with the same key pass the same movements of a ledger. */
  readonly key: string
  readonly passes: (movement: PositionedMovement) => boolean
  /** The filter in SQL, as far as possible; NULL for movements that `passes` has to test. */
  readonly condition?: (movements: FilteredMovements) => Condition
}

/** The part of `MovementReader` that filters need. */
export interface FilteredMovements {
  readonly database: Database
  readonly ledger: number
  /** Unique id of the reader. */
  readonly id: number
  /** Range of the lists' movements, without entries. */
  readonly listed: Span
  readonly takeTurn: TakeTurn
  /** Runs `work` in one read transaction. Throws `LedgerChanged` if the movements have changed. */
  now<T>(work: () => T): T
  /** The movements for which the condition is NULL. */
  unsure(
    span: Span,
    condition: Condition,
  ): readonly { readonly number: number; readonly movement: PositionedMovement }[]
  assets(): readonly string[]
  numberOfAsset(id: string): number
  /** All counterparties, and maybe others, with their numbers. Undefined if there are too many to examine at once. */
  parties(): readonly { readonly number: number; readonly party: AddressRef }[] | undefined
}
