/** Sums of amounts that lie in two halves of 32 bits each: exact, and without a bigint for each row. */
import { WHOLE_AMOUNT } from '../../archive/columns/columns.ts'
import { rawAt, type AmountColumn } from './number-columns.ts'

/** So many halves add up to a number that is still exact. */
const MAX_ADDED = 2 ** 20

export class HalvesSum {
  #low = 0
  #high = 0
  #added = 0
  /** What is in the halves no more. */
  #carried = 0n

  add(column: AmountColumn, row: number) {
    if (column.form[row] !== WHOLE_AMOUNT) {
      this.#carried += rawAt(column, row) ?? 0n
      return
    }
    this.#low += column.low[row] ?? 0
    this.#high += column.high[row] ?? 0
    this.#added += 1
    if (this.#added === MAX_ADDED) {
      this.#carried = this.total
      this.#low = this.#high = this.#added = 0
    }
  }
  get total(): bigint {
    return this.#carried + (BigInt(this.#high) << 32n) + BigInt(this.#low)
  }
}

/** There can be hundreds of thousands: what is not needed of one is not made. */
export interface AssetColumnSum {
  readonly key: number
  readonly decimals: number
  /** JSON of its token as columns have it; undefined of the coin. */
  readonly token: string | undefined
  rows: number
  readonly sum: HalvesSum
  in: HalvesSum | undefined
  out: HalvesSum | undefined
}

/** What some rows add up to. */
export class ColumnSums {
  rows = 0
  failed = 0
  first = Infinity
  last = -Infinity
  fees: HalvesSum | undefined
  #one: AssetColumnSum | undefined
  #others: Map<number, AssetColumnSum> | undefined

  assetOf(key: number, token: string | undefined, decimals: number): AssetColumnSum {
    if (this.#one?.key === key) return this.#one
    let asset = this.#others?.get(key)
    if (!asset) {
      asset = { key, decimals, token, rows: 0, sum: new HalvesSum(), in: undefined, out: undefined }
      if (this.#one) (this.#others ??= new Map()).set(key, asset)
      else this.#one = asset
    }
    return asset
  }
  get assets(): AssetColumnSum[] {
    return [...(this.#one ? [this.#one] : []), ...(this.#others?.values() ?? [])]
  }
}
