/** Exact sums of rows, from the columns of items, for any number of rows. */
import type { TokenName } from '#shared/query/row-fields.ts'
import type { Totals } from '#shared/query/totals.ts'
import {
  AMOUNT,
  AMOUNT_PARTS,
  FAILED,
  FEE,
  FEE_PARTS,
  OF_COIN,
  PARTS_BEFORE_POINT,
} from '../../rows/item-columns.ts'
import { COIN_PLACES, rawOf } from '../../rows/amount-parts.ts'
import { isIn } from './compile-sql.ts'
import type { Column } from './read-columns.ts'

/** Name of a token, by its number; null if it is the coin. */
export type AssetNames = (token: number) => TokenName | null

/** Bits of a direction. */
const IN = 1
const OUT = 2

/**
 * The asset, direction, decimals and flags of a row as one number, because reading two columns takes twice as long. `own`:
 * names of the list's own addresses.
 */
export function shapeOf(own: readonly number[]): Column {
  const [isTo, isFrom] = [isIn('receiver', own), isIn('sender', own)]
  const asset = `token * ${String(DIRECTIONS)} + (${isTo.sql}) * ${String(IN)} + (${isFrom.sql}) * ${String(OUT)}`
  return {
    sql: `((${asset}) * ${String(PLACES)} + decimals - ${String(OF_COIN)}) * ${String(FLAGS)} + flags`,
    values: [...isTo.values, ...isFrom.values],
  }
}
/** Number of values of each part of a shape. */
const [DIRECTIONS, PLACES, FLAGS] = [4, 512, 1024]
/** The flags of a shape, without `%`, which is ten times slower for large numbers. */
export const flagsIn = (shape: number) => shape - Math.floor(shape / FLAGS) * FLAGS
const assetIn = (shape: number) => Math.floor(shape / (FLAGS * PLACES))
const decimalsIn = (shape: number) => Math.floor(shape / FLAGS) - assetIn(shape) * PLACES + OF_COIN

/** Number of nine-digit numbers whose sum is still exact. */
const MAX_ADDED = 4_000_000

class ExactSum {
  readonly #behind: number
  readonly parts: Float64Array
  #added = 0
  #before = 0n
  /** Number of decimals of the smallest unit. */
  readonly places: number

  constructor(parts: number, behind: number, places: number) {
    this.parts = new Float64Array(parts)
    this.#behind = behind
    this.places = places
  }
  /** Call it after each addition to the parts. */
  count() {
    this.#added += 1
    if (this.#added >= MAX_ADDED) {
      this.#before = this.total
      this.parts.fill(0)
      this.#added = 0
    }
  }
  merge(other: ExactSum) {
    this.#before += other.total
  }
  /** In the smallest unit. */
  get total(): bigint {
    return this.#before + rawOf([...this.parts], this.#behind, this.places)
  }
}

/** Columns of some rows, each with a number for every row. */
export interface AddedColumns {
  readonly shapes: Float64Array
  /** Negative if the row has no time. */
  readonly times: Float64Array
  /** Parts of the amount. */
  readonly a: Float64Array
  readonly b: Float64Array
  readonly c: Float64Array
  readonly d: Float64Array
  readonly e: Float64Array
  readonly fees: readonly Float64Array[]
  readonly coinDecimals: number
}

interface AssetSums {
  /** Token and direction as in a shape: a small number is looked up ten times as fast as a large one. */
  readonly asset: number
  readonly decimals: number
  rows: number
  readonly sum: ExactSum
  /** Sums of the same asset with other decimals. */
  next: AssetSums | undefined
}

const feeSum = () => new ExactSum(FEE_PARTS.length, FEE_PARTS.length - PARTS_BEFORE_POINT.fee, COIN_PLACES)

export class Sums {
  #rows = 0
  #failed = 0
  #first = Infinity
  #last = -Infinity
  #fees: ExactSum | undefined
  /** By `asset`. */
  readonly #assets = new Map<number, AssetSums>()

  /** Adds the row with this index. */
  add(of: AddedColumns, row: number) {
    this.#rows += 1
    const time = of.times[row] ?? -1
    if (time >= 0) {
      if (time < this.#first) this.#first = time
      if (time > this.#last) this.#last = time
    }
    const shape = of.shapes[row] ?? 0
    const flags = flagsIn(shape)
    if ((flags & FEE) !== 0) {
      this.#fees ??= feeSum()
      const { parts } = this.#fees
      for (let part = 0; part < parts.length; part += 1)
        parts[part] = (parts[part] ?? 0) + (of.fees[part]?.[row] ?? 0)
      this.#fees.count()
    }
    if ((flags & FAILED) !== 0) {
      this.#failed += 1
      return
    }
    if ((flags & AMOUNT) === 0) return
    const asset = assetIn(shape)
    const decimals = decimalsIn(shape)
    const one =
      decimals === OF_COIN
        ? this.#assetOf(asset % DIRECTIONS, of.coinDecimals, COIN_PLACES)
        : this.#assetOf(asset, decimals, decimals)
    one.rows += 1
    const { parts } = one.sum
    // Written out, because a loop takes twice as long.
    parts[0] = (parts[0] ?? 0) + (of.a[row] ?? 0)
    parts[1] = (parts[1] ?? 0) + (of.b[row] ?? 0)
    parts[2] = (parts[2] ?? 0) + (of.c[row] ?? 0)
    parts[3] = (parts[3] ?? 0) + (of.d[row] ?? 0)
    parts[4] = (parts[4] ?? 0) + (of.e[row] ?? 0)
    one.sum.count()
  }

  get rows(): number {
    return this.#rows
  }

  merge(other: Sums) {
    this.#rows += other.#rows
    this.#failed += other.#failed
    this.#first = Math.min(this.#first, other.#first)
    this.#last = Math.max(this.#last, other.#last)
    if (other.#fees) {
      this.#fees ??= feeSum()
      this.#fees.merge(other.#fees)
    }
    for (const { asset, decimals, rows, sum } of other.#all()) {
      const own = this.#assetOf(asset, decimals, sum.places)
      own.rows += rows
      own.sum.merge(sum)
    }
  }

  addTo(totals: Totals, nameOf: AssetNames) {
    totals.rows += this.#rows
    totals.failed += this.#failed
    if (this.#first <= this.#last) {
      const [first, last] = [timeText(this.#first), timeText(this.#last)]
      if (totals.first === undefined || first < totals.first) totals.first = first
      if (totals.last === undefined || last > totals.last) totals.last = last
    }
    if (this.#fees) totals.fees = (totals.fees ?? 0n) + this.#fees.total
    for (const { asset, decimals, rows, sum: exact } of this.#all()) {
      const token = asset < DIRECTIONS ? null : nameOf(Math.floor(asset / DIRECTIONS))
      const key = `${token?.address_hash.toLowerCase() ?? ''}:${String(decimals)}`
      let sum = totals.sums.get(key)
      if (!sum) totals.sums.set(key, (sum = { token, decimals, rows: 0, sum: 0n, in: 0n, out: 0n }))
      const { total } = exact
      sum.rows += rows
      sum.sum += total
      if ((asset & IN) !== 0) sum.in += total
      if ((asset & OUT) !== 0) sum.out += total
    }
  }

  *#all(): Generator<AssetSums> {
    for (const first of this.#assets.values())
      for (let one: AssetSums | undefined = first; one; one = one.next) yield one
  }

  /**
   * The sums of an asset. `places`: number of decimals of the summed amounts. The coin is no token, and its amounts are
   * stored with eighteen decimals.
   */
  #assetOf(asset: number, decimals: number, places: number): AssetSums {
    const first = this.#assets.get(asset)
    for (let one = first; one; one = one.next)
      if (one.decimals === decimals && one.sum.places === places) return one
    const sum = new ExactSum(AMOUNT_PARTS.length, AMOUNT_PARTS.length - PARTS_BEFORE_POINT.amount, places)
    const made = { asset, decimals, rows: 0, sum, next: first }
    this.#assets.set(asset, made)
    return made
  }
}

/** A time in ms as sources write it. */
const timeText = (time: number) => new Date(time).toISOString().replace('Z', '000Z')
