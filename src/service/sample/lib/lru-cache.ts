/** The last few things made, by key: enough to spare work within a page, and bounded. */
export class Recent<Value> {
  readonly #limit: number
  readonly #values = new Map<string, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key)
    if (known !== undefined) {
      this.#values.delete(key)
      this.#values.set(key, known)
      return known
    }
    const made = make()
    this.#values.set(key, made)
    if (this.#values.size > this.#limit) {
      const [oldest] = this.#values.keys()
      if (oldest !== undefined) this.#values.delete(oldest)
    }
    return made
  }
}
