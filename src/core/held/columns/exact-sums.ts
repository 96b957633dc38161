/** Sums of amounts that lie in parts of 32 bits: exact, and without a bigint for each of them. */
import { WHOLE_AMOUNT } from '../../archive/columns/columns.ts'
import { rawAt, type AmountColumn } from './number-columns.ts'

/** So many numbers of 32 bits add up to a number that is still exact as a double. */
const MAX_ADDED = 2 ** 20
/** Of each sum: that of each part, and how many amounts it is of. */
const STRIDE = 4
const [LOW, HIGH, TOP, COUNT] = [0, 1, 2, 3]

/** Any number of sums, by their numbers. */
export class ExactSums {
  #values = new Float64Array(16 * STRIDE)
  /** What is in the sums of parts no more. */
  readonly #carried = new Map<number, bigint>()

  add(sum: number, column: AmountColumn, row: number) {
    const at = sum * STRIDE
    if (at >= this.#values.length) this.#grow(at)
    const values = this.#values
    const count = (values[at + COUNT] ?? 0) + 1
    values[at + COUNT] = count
    if (column.form[row] === WHOLE_AMOUNT) {
      values[at + LOW] = (values[at + LOW] ?? 0) + (column.low[row] ?? 0)
      values[at + HIGH] = (values[at + HIGH] ?? 0) + (column.high[row] ?? 0)
      values[at + TOP] = (values[at + TOP] ?? 0) + (column.top[row] ?? 0)
    } else this.#carried.set(sum, (this.#carried.get(sum) ?? 0n) + (rawAt(column, row) ?? 0n))
    if (count % MAX_ADDED === 0) {
      this.#carried.set(sum, this.total(sum))
      values.fill(0, at + LOW, at + COUNT)
    }
  }
  /** How many were added to it. */
  countOf(sum: number): number {
    return this.#values[sum * STRIDE + COUNT] ?? 0
  }
  total(sum: number): bigint {
    const at = sum * STRIDE
    const [low = 0, high = 0, top = 0] = this.#values.subarray(at, at + COUNT)
    return (this.#carried.get(sum) ?? 0n) + (BigInt(top) << 64n) + (BigInt(high) << 32n) + BigInt(low)
  }

  #grow(at: number) {
    const more = new Float64Array(2 * Math.max(at, this.#values.length))
    more.set(this.#values)
    this.#values = more
  }
}
