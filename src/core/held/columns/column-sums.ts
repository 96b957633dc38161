/** Sums of amounts that lie in two halves of 32 bits each: exact, and without a bigint for each row. */

/** So many halves add up to a number that is still exact. */
const MAX_ADDED = 2 ** 20

export class HalvesSum {
  #low = 0
  #high = 0
  #added = 0
  #total = 0n

  add(high: number, low: number) {
    this.#low += low
    this.#high += high
    this.#added += 1
    if (this.#added === MAX_ADDED) this.#carry()
  }
  addWhole(amount: bigint) {
    this.#total += amount
  }
  get total(): bigint {
    this.#carry()
    return this.#total
  }

  #carry() {
    this.#total += (BigInt(this.#high) << 32n) + BigInt(this.#low)
    this.#low = 0
    this.#high = 0
    this.#added = 0
  }
}

export interface AssetColumnSum {
  readonly decimals: number
  /** JSON of its token as columns have it; undefined of the coin. */
  readonly token: string | undefined
  rows: number
  readonly sum: HalvesSum
  readonly in: HalvesSum
  readonly out: HalvesSum
}

/** What some rows add up to. */
export class ColumnSums {
  rows = 0
  failed = 0
  first = Infinity
  last = -Infinity
  fees: HalvesSum | undefined
  readonly assets = new Map<number, AssetColumnSum>()
  #lastKey = -1
  #lastAsset: AssetColumnSum | undefined

  assetOf(key: number, token: string | undefined, decimals: number): AssetColumnSum {
    if (key === this.#lastKey && this.#lastAsset) return this.#lastAsset
    let asset = this.assets.get(key)
    if (!asset) {
      asset = {
        decimals,
        token,
        rows: 0,
        sum: new HalvesSum(),
        in: new HalvesSum(),
        out: new HalvesSum(),
      }
      this.assets.set(key, asset)
    }
    this.#lastKey = key
    this.#lastAsset = asset
    return asset
  }
}
