/** What rows add up to, from the columns of items: exact, whatever their number. */
import type { TokenName } from '#shared/query/row-fields.ts'
import type { Totals } from '#shared/query/totals.ts'
import { AMOUNT, AMOUNT_PARTS, FAILED, FEE, FEE_PARTS, PARTS_BEFORE_POINT } from '../../rows/item-columns.ts'
import { COIN_PLACES, rawOf } from '../../rows/nine-digits.ts'

/** Of a token, by its number; null of one that is the coin. */
export type AssetNames = (token: number) => TokenName | null

/** Bits of a direction. */
const IN = 1
const OUT = 2
/** Numbers of nine digits: of so many the sum is still exact. */
const MAX_ADDED = 4_000_000
/** The coin's number of `token * 512 + decimals + 1`. */
const COIN = 0

class ExactSum {
  readonly #behind: number
  readonly #parts: Float64Array
  #added = 0
  #before = 0n
  readonly #places: number

  constructor(parts: number, behind: number, places: number) {
    this.#parts = new Float64Array(parts)
    this.#behind = behind
    this.#places = places
  }
  get parts(): Float64Array {
    return this.#parts
  }
  /** To be called after each addition to the parts. */
  count() {
    this.#added += 1
    if (this.#added >= MAX_ADDED) {
      this.#before = this.total
      this.#parts.fill(0)
      this.#added = 0
    }
  }
  empty(): ExactSum {
    return new ExactSum(this.#parts.length, this.#behind, this.#places)
  }
  merge(other: ExactSum) {
    this.#before += other.total
  }
  /** In smallest units. */
  get total(): bigint {
    return this.#before + rawOf([...this.#parts], this.#behind, this.#places)
  }
}

interface AssetSums {
  readonly token: number
  readonly decimals: number
  readonly direction: number
  rows: number
  readonly sum: ExactSum
}

const feeSum = () => new ExactSum(FEE_PARTS.length, FEE_PARTS.length - PARTS_BEFORE_POINT.fee, COIN_PLACES)

export class Sums {
  #rows = 0
  #failed = 0
  #first = Infinity
  #last = -Infinity
  #fees: ExactSum | undefined
  readonly #assets = new Map<number, AssetSums>()
  #lastKey = NaN
  #lastAsset: AssetSums | undefined

  /**
   * `bits`: flags of the item times four, with `IN` and `OUT`. `asset`: `token * 512 + decimals + 1`. `a` to `e`: parts of
   * the amount, `f` to `h`: of the fee.
   */
  add(
    bits: number,
    asset: number,
    coinDecimals: number,
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
    g: number,
    h: number,
  ) {
    this.#rows += 1
    const flags = bits >> 2
    if ((flags & FEE) !== 0) this.#addFee(f, g, h)
    if ((flags & FAILED) !== 0) {
      this.#failed += 1
      return
    }
    if ((flags & AMOUNT) === 0) return
    const direction = bits & (IN | OUT)
    const key = (asset * 4 + direction) * 256 + (asset === COIN ? coinDecimals : 0)
    if (key !== this.#lastKey) {
      this.#lastAsset = this.#assetOf(key, asset, direction, coinDecimals)
      this.#lastKey = key
    }
    const one = this.#lastAsset
    if (!one) return
    one.rows += 1
    const { parts } = one.sum
    parts[0] = (parts[0] ?? 0) + a
    parts[1] = (parts[1] ?? 0) + b
    parts[2] = (parts[2] ?? 0) + c
    parts[3] = (parts[3] ?? 0) + d
    parts[4] = (parts[4] ?? 0) + e
    one.sum.count()
  }

  /** The time of a row; below zero where it has none. */
  see(time: number) {
    if (time < 0) return
    if (time < this.#first) this.#first = time
    if (time > this.#last) this.#last = time
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
    for (const [key, { token, decimals, direction, rows, sum }] of other.#assets) {
      let own = this.#assets.get(key)
      if (!own) this.#assets.set(key, (own = { token, decimals, direction, rows: 0, sum: sum.empty() }))
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
    for (const { token: number, decimals, direction, rows, sum: exact } of this.#assets.values()) {
      const token = number === 0 ? null : nameOf(number)
      const key = `${token?.address_hash.toLowerCase() ?? ''}:${String(decimals)}`
      let sum = totals.sums.get(key)
      if (!sum) totals.sums.set(key, (sum = { token, decimals, rows: 0, sum: 0n, in: 0n, out: 0n }))
      const { total } = exact
      sum.rows += rows
      sum.sum += total
      if ((direction & IN) !== 0) sum.in += total
      if ((direction & OUT) !== 0) sum.out += total
    }
  }

  #addFee(f: number, g: number, h: number) {
    this.#fees ??= feeSum()
    const { parts } = this.#fees
    parts[0] = (parts[0] ?? 0) + f
    parts[1] = (parts[1] ?? 0) + g
    parts[2] = (parts[2] ?? 0) + h
    this.#fees.count()
  }

  #assetOf(key: number, asset: number, direction: number, coinDecimals: number): AssetSums {
    let one = this.#assets.get(key)
    if (!one) {
      const isCoin = asset % 512 === COIN
      const decimals = isCoin ? coinDecimals : (asset % 512) - 1
      one = {
        token: isCoin ? 0 : Math.floor(asset / 512),
        decimals,
        direction,
        rows: 0,
        sum: new ExactSum(
          AMOUNT_PARTS.length,
          AMOUNT_PARTS.length - PARTS_BEFORE_POINT.amount,
          isCoin ? COIN_PLACES : decimals,
        ),
      }
      this.#assets.set(key, one)
    }
    return one
  }
}

/** As sources write it. */
const timeText = (time: number) => new Date(time).toISOString().replace('Z', '000Z')
