const GROUPS = 2 ** 26

/** Numbers of groups sorted by rows, most first, then by key. Keys are compared only where groups are read. */
export class LargestFirst {
  readonly #order: Uint32Array
  readonly #rows: Float64Array
  readonly #keyOf: (group: number) => string
  /** Starts of runs of equally large groups that are sorted by key. */
  readonly #sorted = new Set<number>()

  /** `rows`: number of rows by group; groups without rows are left out. */
  constructor(rows: Float64Array, keyOf: (group: number) => string) {
    this.#rows = rows
    this.#keyOf = keyOf
    // Size and index are below 2^26, so both fit into one exact number, and numbers are sorted without a comparator.
    const sizes = new Float64Array(rows.length)
    let used = 0
    for (let group = 0; group < rows.length; group += 1) {
      const size = rows[group] ?? 0
      if (size > 0) sizes[used++] = size * GROUPS + (GROUPS - 1 - group)
    }
    sizes.subarray(0, used).sort()
    this.#order = new Uint32Array(used)
    for (let at = 0; at < used; at += 1) this.#order[at] = GROUPS - 1 - ((sizes[used - 1 - at] ?? 0) % GROUPS)
  }

  get count(): number {
    return this.#order.length
  }
  slice(offset: number, limit: number): number[] {
    const end = Math.min(offset + limit, this.count)
    for (let at = this.#startOfRun(offset); at < end; at = this.#sortRun(at)) continue
    return [...this.#order.subarray(offset, end)]
  }

  #rowsAt(at: number): number {
    return this.#rows[this.#order[at] ?? 0] ?? 0
  }
  #startOfRun(at: number): number {
    let start = Math.min(at, this.count)
    while (start > 0 && this.#rowsAt(start - 1) === this.#rowsAt(start)) start -= 1
    return start
  }
  /** Sorts a run of equally large groups by key, and returns its end. */
  #sortRun(start: number): number {
    let end = start + 1
    while (end < this.count && this.#rowsAt(end) === this.#rowsAt(start)) end += 1
    if (!this.#sorted.has(start)) {
      const run = [...this.#order.subarray(start, end)].map((group) => [this.#keyOf(group), group] as const)
      run.sort(([one], [other]) => (one < other ? -1 : 1))
      this.#order.set(
        run.map(([, group]) => group),
        start,
      )
      this.#sorted.add(start)
    }
    return end
  }
}
