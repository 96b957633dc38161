/** A bounded map (LRU cache): where it is full, the entry that was used longest ago is removed. */
export interface LruLimits<Key, Value> {
  /** Of all entries together. */
  readonly maxSize: number
  /** What one entry counts for, in the unit of `maxSize`. Each counts 1 where it is not given. */
  readonly sizeOf?: (value: Value, key: Key) => number
  /** Called with what was removed to make room. */
  readonly onEvict?: (value: Value) => void
}

export class LruCache<Key, Value> {
  /** A `Map` iterates in the order of insertion, so the entry used longest ago is its first. */
  readonly #entries = new Map<Key, Value>()
  readonly #maxSize: number
  readonly #sizeOf: (value: Value, key: Key) => number
  readonly #onEvict: ((value: Value) => void) | undefined
  #size = 0

  constructor({ maxSize, sizeOf = () => 1, onEvict }: LruLimits<Key, Value>) {
    this.#maxSize = maxSize
    this.#sizeOf = sizeOf
    this.#onEvict = onEvict
  }

  /** Of all entries together, in the unit of `maxSize`. */
  get size(): number {
    return this.#size
  }

  /** Counts as use of the entry. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  /** A value larger than `maxSize` is not kept. */
  set(key: Key, value: Value) {
    this.delete(key)
    const size = this.#sizeOf(value, key)
    if (size > this.#maxSize) return
    while (this.#size + size > this.#maxSize) {
      const oldest = this.#entries.entries().next()
      if (oldest.done) break
      const [oldKey, oldValue] = oldest.value
      this.delete(oldKey)
      this.#onEvict?.(oldValue)
    }
    this.#entries.set(key, value)
    this.#size += size
  }

  /** The kept value, or the one that `make` gives, which is then kept. */
  getOrMake(key: Key, make: () => Value): Value {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make()
    this.set(key, made)
    return made
  }

  delete(key: Key) {
    const value = this.#entries.get(key)
    if (value === undefined && !this.#entries.has(key)) return
    this.#entries.delete(key)
    this.#size -= this.#sizeOf(value as Value, key)
  }

  clear() {
    this.#entries.clear()
    this.#size = 0
  }
}
