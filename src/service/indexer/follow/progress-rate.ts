const WINDOW_MS = 5_000

/** Blocks and transactions a second over the last seconds. */
export class ProgressMeter {
  #marks: { at: number; blocks: number; transactions: number }[] = []

  add(blocks: number, transactions: number, at = performance.now()) {
    this.#marks.push({ at, blocks, transactions })
    this.#forgetBefore(at - WINDOW_MS)
  }

  rates(at = performance.now()): { blocks: number; transactions: number } {
    this.#forgetBefore(at - WINDOW_MS)
    const first = this.#marks[0]
    if (!first) return { blocks: 0, transactions: 0 }
    const seconds = Math.max(0.25, (at - first.at) / 1000)
    const sum = (pick: (mark: { blocks: number; transactions: number }) => number) =>
      this.#marks.reduce((total, mark) => total + pick(mark), 0) / seconds
    return { blocks: sum((mark) => mark.blocks), transactions: sum((mark) => mark.transactions) }
  }

  clear() {
    this.#marks = []
  }

  #forgetBefore(at: number) {
    const keep = this.#marks.findIndex((mark) => mark.at >= at)
    this.#marks = keep === -1 ? [] : this.#marks.slice(keep)
  }
}
