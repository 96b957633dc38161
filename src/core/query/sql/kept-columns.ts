/**
 * Columns of items that were read, for who asks for them again: the rows of a body never change. Each takes the fewest
 * bytes that hold its numbers.
 */
import { LruCache } from '#shared/lru-cache.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { BodyPlace } from '../lists-in-scope.ts'

/** Of all together: what sums, groups and orders ask of two million rows. */
const MAX_BYTES = 64 * 1024 * 1024
/** What so many questions did not use goes. */
const MAX_UNUSED_QUESTIONS = 200

type Numbers = Float64Array | Int32Array | Int16Array | Int8Array
/** By their SQL; null of one that is zero for all. */
type Columns = ReadonlyMap<string, Numbers | null>

interface Kept {
  readonly bodies: readonly BodyPlace[]
  readonly columns: Columns
  readonly bytes: number
}

/** Goes with its file. */
const ofFiles = new WeakMap<Database, KeptColumns>()
const NONE: Columns = new Map()

export function keptColumns(database: Database): KeptColumns {
  let kept = ofFiles.get(database)
  if (!kept) ofFiles.set(database, (kept = new KeptColumns()))
  return kept
}

export class KeptColumns {
  /** By the number of the first body. */
  readonly #all = new LruCache<number, Kept>({
    maxSize: MAX_BYTES,
    sizeOf: ({ bytes }) => bytes,
    maxUnusedTurns: MAX_UNUSED_QUESTIONS,
  })

  /** Of the rows of some bodies that follow one another. */
  of(bodies: readonly BodyPlace[]): Columns {
    const kept = this.#all.get(bodies[0]?.id ?? 0)
    return kept && areSame(kept.bodies, bodies) ? kept.columns : NONE
  }

  /** `numbers`: undefined of one that is zero for all. */
  add(bodies: readonly BodyPlace[], more: ReadonlyMap<string, Float64Array | undefined>) {
    const columns = new Map(this.of(bodies))
    for (const [sql, numbers] of more) columns.set(sql, numbers ? compact(numbers) : null)
    const bytes = [...columns.values()].reduce(
      (sum, numbers) => sum + (numbers?.byteLength ?? 0),
      bodies.length,
    )
    this.#all.set(bodies[0]?.id ?? 0, { bodies, columns, bytes })
  }

  /** After each question. */
  endTurn() {
    this.#all.endTurn()
  }
}

const areSame = (some: readonly BodyPlace[], others: readonly BodyPlace[]) =>
  some === others || (some.length === others.length && some.every(({ id }, at) => id === others[at]?.id))

/** Null where all are zero. */
function compact(numbers: Float64Array): Numbers | null {
  const whole = new Int32Array(numbers.length)
  const bits = wholesIn(numbers, whole)
  if (bits === NOT_WHOLE) return numbers.slice()
  if (bits === 0) return null
  return bits < 2 ** 7 ? new Int8Array(whole) : bits < 2 ** 15 ? new Int16Array(whole) : whole
}

const NOT_WHOLE = -1

/**
 * Gives a number that has the bits of all of them, those below zero turned over: zero where all are. A loop with nothing
 * behind it, which would have the function compiled again each time.
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
