/**
 * Caches columns of items, because the rows of a body never change. Each column takes the fewest bytes that hold its
 * numbers.
 */
import { LruCache } from '#shared/lru-cache.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { BodyPlace } from '../lists-in-scope.ts'

/** Maximum size of all columns; sums, groups and orders of two million rows fit. */
const MAX_BYTES = 64 * 1024 * 1024
/** Columns unused for this number of questions are removed. */
const MAX_UNUSED_QUESTIONS = 200

type Numbers = Float64Array | Int32Array | Int16Array | Int8Array
/** By the SQL of the column; null for a column that is zero for all rows. */
type Columns = ReadonlyMap<string, Numbers | null>

interface Kept {
  readonly bodies: readonly BodyPlace[]
  readonly columns: Columns
  readonly bytes: number
}

/** Cached by database, and removed with it. */
const ofFiles = new WeakMap<Database, KeptColumns>()
const NONE: Columns = new Map()

export function keptColumns(database: Database): KeptColumns {
  let kept = ofFiles.get(database)
  if (!kept) ofFiles.set(database, (kept = new KeptColumns()))
  return kept
}

export class KeptColumns {
  /** By the id of the first body. */
  readonly #all = new LruCache<number, Kept>({
    maxSize: MAX_BYTES,
    sizeOf: ({ bytes }) => bytes,
    maxUnusedTurns: MAX_UNUSED_QUESTIONS,
  })

  /** The cached columns of the rows of consecutive bodies. */
  of(bodies: readonly BodyPlace[]): Columns {
    const kept = this.#all.get(bodies[0]?.id ?? 0)
    return kept && areSame(kept.bodies, bodies) ? kept.columns : NONE
  }

  /** Adds columns. `numbers`: undefined for one that is zero for all rows. */
  add(bodies: readonly BodyPlace[], more: ReadonlyMap<string, Float64Array | undefined>) {
    const columns = new Map(this.of(bodies))
    for (const [sql, numbers] of more) columns.set(sql, numbers ? compact(numbers) : null)
    const bytes = [...columns.values()].reduce(
      (sum, numbers) => sum + (numbers?.byteLength ?? 0),
      bodies.length,
    )
    this.#all.set(bodies[0]?.id ?? 0, { bodies, columns, bytes })
  }

  /** Call it after each question. */
  endTurn() {
    this.#all.endTurn()
  }
}

const areSame = (some: readonly BodyPlace[], others: readonly BodyPlace[]) =>
  some === others || (some.length === others.length && some.every(({ id }, at) => id === others[at]?.id))

/** The column in the smallest type that holds it; null if all numbers are zero. */
function compact(numbers: Float64Array): Numbers | null {
  const whole = new Int32Array(numbers.length)
  const bits = wholesIn(numbers, whole)
  if (bits === NOT_WHOLE) return numbers.slice()
  if (bits === 0) return null
  return bits < 2 ** 7 ? new Int8Array(whole) : bits < 2 ** 15 ? new Int16Array(whole) : whole
}

const NOT_WHOLE = -1

/**
 * Copies integers, and returns a number with the bits of all of them (of negative ones inverted): zero if all are zero.
 * No code follows the loop, because the engine would compile the function again each time.
 */
function wholesIn(numbers: Float64Array, into: Int32Array): number {
  let bits = 0
  for (let at = 0; at < into.length; at += 1) {
    const number = numbers[at] ?? 0
    const whole = number | 0
    if (whole !== number) return NOT_WHOLE
    into[at] = whole
    bits |= (whole ^ (whole >> 31)) | (whole >>> 31)
  }
  return bits
}
