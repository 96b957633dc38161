/**
 * Limits and names of the calls `rows.*`, apart from their schemas, so that a window can use them without loading the
 * schemas.
 */
import type { Resource } from '#shared/lists/list-endpoint.ts'

/** Rows of one reply. */
export const MAX_ANSWER_ROWS = 200
export const MAX_ANSWER_GROUPS = 1_000
/** Pending rows that may be named when a list is opened. */
export const MAX_PENDING_ROWS = 1_000
/** Gaps in one reply. */
export const MAX_ANSWER_GAPS = 200
/** Assets in the sums of one group: those in most of its rows. */
export const MAX_GROUP_SUMS = 20
/**
 * The number of a list's newest rows from which an account's counterparties are learned; the same number for each of
 * its other lists.
 */
export const MAX_LEARNT_ROWS = 50_000

/** Kinds of rows that move something. Together, in the order of time, they are the movements of an address. */
export const MOVING_KINDS = [
  'transaction',
  'internal-transaction',
  'transfer',
  'withdrawal',
] as const satisfies readonly Resource[]
export type MovingKind = (typeof MOVING_KINDS)[number]
/** In place of a kind: rows of all moving kinds as one list, sorted by time only. */
export const MOVEMENTS = 'movements'
