const WINDOW_MS = 5_000

/** Blocks and transactions per second over the last 5 seconds. */
export class ProgressRate {
  #samples: { at: number; blocks: number; transactions: number }[] = []

  add(blocks: number, transactions: number) {
    const at = performance.now()
    this.#samples.push({ at, blocks, transactions })
    this.#dropBefore(at - WINDOW_MS)
  }

  rates(): { blocks: number; transactions: number } {
    const at = performance.now()
    this.#dropBefore(at - WINDOW_MS)
    const first = this.#samples[0]
    if (!first) return { blocks: 0, transactions: 0 }
    const seconds = Math.max(0.25, (at - first.at) / 1000)
    const sum = (pick: (sample: { blocks: number; transactions: number }) => number) =>
      this.#samples.reduce((total, sample) => total + pick(sample), 0) / seconds
    return { blocks: sum((sample) => sample.blocks), transactions: sum((sample) => sample.transactions) }
  }

  clear() {
    this.#samples = []
  }

  #dropBefore(at: number) {
    const keep = this.#samples.findIndex((sample) => sample.at >= at)
    this.#samples = keep === -1 ? [] : this.#samples.slice(keep)
  }
}
