/** A subset of the found rows, by their ids. */
import { countUntil } from '../count-until.ts'
import type { BodyPlace } from '../lists-in-scope.ts'
import { ALWAYS, isIn, isNotIn, type Condition } from './compile-sql.ts'
import { ITEM_ID, itemId } from '../rows-reader.ts'

export interface PickedRows {
  /** True if the subset is `ids`; false if it is all rows but these. */
  readonly areThese: boolean
  /** Ascending. */
  readonly ids: Float64Array
}

export const ALL_PICKED: PickedRows = { areThese: false, ids: new Float64Array(0) }

export const allBut = (ids: readonly number[]): PickedRows =>
  ids.length === 0 ? ALL_PICKED : { areThese: false, ids: Float64Array.from(ids).sort() }

/** The subset `these` of a selection, which is all but the `others`. Stores the shorter of the two. */
export function pickedAmong(
  { ids }: PickedRows,
  these: readonly number[],
  others: readonly number[],
): PickedRows {
  if (these.length > ids.length + others.length) return allBut([...ids].concat(others))
  return { areThese: true, ids: Float64Array.from(these).sort() }
}

export const isPicked = ({ areThese, ids }: PickedRows, id: number): boolean =>
  (ids[firstFrom(ids, id)] === id) === areThese

/** True if no row is left out. */
export const areAllPicked = ({ areThese, ids }: PickedRows): boolean => !areThese && ids.length === 0

/**
 * The condition for rows in some bodies: only their ids, because SQLite would parse the ids of a whole list for each part
 * of it.
 */
export function pickedIn(picked: PickedRows, bodies: readonly BodyPlace[]): Condition {
  if (areAllPicked(picked)) return ALWAYS
  const { areThese, ids } = picked
  const own = bodies.flatMap(({ id }) => [
    ...ids.subarray(firstFrom(ids, itemId(id, 0)), firstFrom(ids, itemId(id + 1, 0))),
  ])
  return areThese ? isIn(ITEM_ID, own) : isNotIn(ITEM_ID, own)
}

const firstFrom = (ids: Float64Array, id: number): number =>
  countUntil(ids.length, (at) => (ids[at] ?? 0) >= id)
