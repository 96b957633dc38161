import type { ChainglassError } from '#shared/errors/errors.ts'

/** The reason why a list is not read to its end. */
export type KeepProblem =
  | { readonly kind: 'source'; readonly error: ChainglassError }
  /** The archive is turned off, or its file can't be used. */
  | { readonly kind: 'not_kept' }
  /** Kept lists use all the room of the archive. */
  | { readonly kind: 'no_room' }
  /** The source says that the list lacks rows. */
  | { readonly kind: 'notice'; readonly message: string }
  /** Pages of the list do not fit together. */
  | { readonly kind: 'unsteady' }
