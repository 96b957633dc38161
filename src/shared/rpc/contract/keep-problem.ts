import type { ChainglassError } from '#shared/errors/errors.ts'

/** Why a list is not read to its end. */
export type KeepProblem =
  | { readonly kind: 'source'; readonly error: ChainglassError }
  /** What is read is not kept, or the file of the archive can't be used. */
  | { readonly kind: 'not_kept' }
  /** Kept lists take all the room that the archive may. */
  | { readonly kind: 'no_room' }
  /** The source says that rows are missing from the list. */
  | { readonly kind: 'notice'; readonly message: string }
  /** Pages of the list do not fit together. */
  | { readonly kind: 'unsteady' }
