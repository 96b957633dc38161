/** Holds the number of requests under way to a bound. What a person waits for goes before background work. */
export class CallQueue {
  readonly #bound: number
  #running = 0
  readonly #urgent: (() => void)[] = []
  readonly #background: (() => void)[] = []

  constructor(bound: number) {
    this.#bound = bound
  }

  async run<T>(urgent: boolean, work: () => Promise<T>): Promise<T> {
    // One place more for what a person waits for, so that a slow catch-up never stands in its way.
    if (this.#running >= this.#bound + (urgent ? 1 : 0)) {
      await new Promise<void>((resume) => (urgent ? this.#urgent : this.#background).push(resume))
    } else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#urgent.shift() ?? this.#background.shift()
      if (next) next()
      else this.#running--
    }
  }
}
