/** Bounds and words of the calls `rows.*`, apart from their schemas, which a window does not load for a number. */
import type { Resource } from '#shared/lists/list-endpoint.ts'

/** Rows of one answer. */
export const MAX_ANSWER_ROWS = 200
export const MAX_ANSWER_GROUPS = 1_000
/** Pending rows that may be named when a list is opened. */
export const MAX_PENDING_ROWS = 1_000
/** Gaps that one answer names. */
export const MAX_ANSWER_GAPS = 200
/** Assets that are told of one group: those in most of its rows. */
export const MAX_GROUP_SUMS = 20
/** Whom an account deals with is learnt from so many rows of a list, the newest, and from as many of its other lists. */
export const MAX_LEARNT_ROWS = 50_000

/** Rows of these kinds move something: together, in the order of time, they are what happened to an address. */
export const MOVING_KINDS = [
  'transaction',
  'internal-transaction',
  'transfer',
  'withdrawal',
] as const satisfies readonly Resource[]
export type MovingKind = (typeof MOVING_KINDS)[number]
/** In the place of a kind: rows of all kinds that move something, as one list. They are sorted by time alone. */
export const MOVEMENTS = 'movements'
