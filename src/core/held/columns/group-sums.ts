/** What the rows of each group add up to, by the numbers of groups: there can be hundreds of thousands. */
import { ExactSums } from './exact-sums.ts'
import type { AmountColumn } from './number-columns.ts'

/** Of each group, side by side, so that a row touches one place of memory. */
const STRIDE = 8
const [ROWS, FAILED, FIRST, LAST, CHUNK, ROW, ASSETS] = [0, 1, 2, 3, 4, 5, 6]
/** Of each sum of amounts: its group, its asset, and the next one of its group. */
const LINK = 4
const [GROUP, MOVED, NEXT] = [0, 1, 2]
/** So many sums of a group are looked through one by one: most have no more. */
const MAX_CHAINED = 4

/** Of one asset, as a row moved it: bits of a direction. */
export const IN = 1
export const OUT = 2
const DIRECTIONS = 4
export const movedAs = (asset: number, direction: number) => asset * DIRECTIONS + direction

export interface AssetSums {
  readonly asset: number
  readonly direction: number
  readonly rows: number
  readonly total: bigint
}

export class GroupSums {
  #groups = new Float64Array(16 * STRIDE)
  /** Sums of amounts, numbered from one on. */
  #links = new Int32Array(16 * LINK)
  #sums = 0
  /** Numbers of the other ones, by group and asset: a table with open addressing, at most half full. */
  #slots = new Int32Array(32)
  #slotted = 0
  readonly #amounts = new ExactSums()
  readonly #fees = new ExactSums()
  #count = 0

  /** Groups have the numbers below it. */
  get count(): number {
    return this.#count
  }
  /** `chunk`: a number of who calls, which `firstOf` gives back. */
  addRow(group: number, time: number, isFailed: boolean, chunk: number, row: number) {
    const at = group * STRIDE
    if (at >= this.#groups.length) this.#growGroups(at)
    if (group >= this.#count) this.#count = group + 1
    const groups = this.#groups
    const rows = groups[at + ROWS] ?? 0
    if (rows === 0) {
      groups[at + FIRST] = Infinity
      groups[at + LAST] = -Infinity
      groups[at + CHUNK] = chunk
      groups[at + ROW] = row
    }
    groups[at + ROWS] = rows + 1
    if (isFailed) groups[at + FAILED] = (groups[at + FAILED] ?? 0) + 1
    // A time that is none is neither before nor after another.
    if (time < (groups[at + FIRST] ?? 0)) groups[at + FIRST] = time
    if (time > (groups[at + LAST] ?? 0)) groups[at + LAST] = time
  }
  addFee(group: number, fee: AmountColumn, row: number) {
    this.#fees.add(group, fee, row)
  }
  /** `moved`: as `movedAs` gives it. */
  addAmount(group: number, moved: number, amount: AmountColumn, row: number) {
    this.#amounts.add(this.#sumOf(group, moved), amount, row)
  }

  rowsOf(group: number): number {
    return this.#groups[group * STRIDE + ROWS] ?? 0
  }
  failedOf(group: number): number {
    return this.#groups[group * STRIDE + FAILED] ?? 0
  }
  /** Ms since 1970; the first is above the last where no row has a time. */
  timesOf(group: number): readonly [first: number, last: number] {
    const at = group * STRIDE
    if (this.rowsOf(group) === 0) return [Infinity, -Infinity]
    return [this.#groups[at + FIRST] ?? Infinity, this.#groups[at + LAST] ?? -Infinity]
  }
  /** Its row that came first. */
  firstOf(group: number): { readonly chunk: number; readonly row: number } {
    const at = group * STRIDE
    return { chunk: this.#groups[at + CHUNK] ?? 0, row: this.#groups[at + ROW] ?? 0 }
  }
  /** Undefined where no row has one. */
  feesOf(group: number): bigint | undefined {
    return this.#fees.countOf(group) > 0 ? this.#fees.total(group) : undefined
  }
  assetsOf(group: number): AssetSums[] {
    const all: AssetSums[] = []
    for (
      let sum = this.#groups[group * STRIDE + ASSETS] ?? 0;
      sum > 0;
      sum = this.#links[sum * LINK + NEXT] ?? 0
    ) {
      const moved = this.#links[sum * LINK + MOVED] ?? 0
      all.push({
        asset: Math.floor(moved / DIRECTIONS),
        direction: moved % DIRECTIONS,
        rows: this.#amounts.countOf(sum),
        total: this.#amounts.total(sum),
      })
    }
    return all
  }

  #sumOf(group: number, moved: number): number {
    let above = 0
    let sum = this.#groups[group * STRIDE + ASSETS] ?? 0
    for (let passed = 0; sum !== 0; passed += 1) {
      if (passed === MAX_CHAINED) return this.#slottedSumOf(group, moved, above)
      if (this.#links[sum * LINK + MOVED] === moved) return sum
      above = sum
      sum = this.#links[sum * LINK + NEXT] ?? 0
    }
    return this.#addSum(group, moved, above)
  }
  #slottedSumOf(group: number, moved: number, above: number): number {
    const mask = this.#slots.length - 1
    let slot = slotOf(group, moved) & mask
    for (let sum = this.#slots[slot] ?? 0; sum !== 0; sum = this.#slots[slot] ?? 0) {
      if (this.#links[sum * LINK + MOVED] === moved && this.#links[sum * LINK + GROUP] === group) return sum
      slot = (slot + 1) & mask
    }
    const sum = this.#addSum(group, moved, above)
    this.#slots[slot] = sum
    this.#slotted += 1
    if (2 * this.#slotted > this.#slots.length) this.#growSlots()
    return sum
  }
  /** `above`: the sum of its group that it comes after; 0 where it is the first. */
  #addSum(group: number, moved: number, above: number): number {
    const sum = (this.#sums += 1)
    if ((sum + 1) * LINK > this.#links.length) {
      const more = new Int32Array(2 * this.#links.length)
      more.set(this.#links)
      this.#links = more
    }
    const links = this.#links
    links[sum * LINK + GROUP] = group
    links[sum * LINK + MOVED] = moved
    if (above === 0) this.#groups[group * STRIDE + ASSETS] = sum
    else {
      links[sum * LINK + NEXT] = links[above * LINK + NEXT] ?? 0
      links[above * LINK + NEXT] = sum
    }
    return sum
  }
  #growSlots() {
    const before = this.#slots
    this.#slots = new Int32Array(2 * before.length)
    const mask = this.#slots.length - 1
    for (const sum of before) {
      if (sum === 0) continue
      let slot = slotOf(this.#links[sum * LINK + GROUP] ?? 0, this.#links[sum * LINK + MOVED] ?? 0) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = sum
    }
  }
  #growGroups(at: number) {
    const more = new Float64Array(2 * Math.max(at, this.#groups.length))
    more.set(this.#groups)
    this.#groups = more
  }
}

function slotOf(group: number, moved: number): number {
  const mixed = Math.imul(group, 0x9e37_79b1) ^ Math.imul(moved + 1, 0x85eb_ca6b)
  return mixed ^ (mixed >>> 15)
}
