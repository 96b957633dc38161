/** A bounded map (LRU cache): where it is full, the entry that was used longest ago is removed. */
export interface LruLimits<Key, Value> {
  /** Of all entries together. */
  readonly maxSize: number
  /** What one entry counts for, in the unit of `maxSize`. Each counts 1 where it is not given. */
  readonly sizeOf?: (value: Value, key: Key) => number
  /** Called with what was removed to make room. */
  readonly onEvict?: (value: Value) => void
  /** What was not used in so many turns is removed, however much room there is (`endTurn`). */
  readonly maxUnusedTurns?: number
}

export class LruCache<Key, Value> {
  /** A `Map` iterates in the order of insertion, so the entry used longest ago is its first. */
  readonly #entries = new Map<Key, Value>()
  readonly #maxSize: number
  readonly #sizeOf: (value: Value, key: Key) => number
  readonly #onEvict: ((value: Value) => void) | undefined
  readonly #maxUnusedTurns: number
  /** In which turn each entry was used last, where turns count. */
  readonly #usedIn = new Map<Key, number>()
  #turn = 0
  #size = 0

  constructor({ maxSize, sizeOf = () => 1, onEvict, maxUnusedTurns = Infinity }: LruLimits<Key, Value>) {
    this.#maxSize = maxSize
    this.#sizeOf = sizeOf
    this.#onEvict = onEvict
    this.#maxUnusedTurns = maxUnusedTurns
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
    this.#noteUse(key)
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
      this.#evict(...oldest.value)
    }
    this.#entries.set(key, value)
    this.#size += size
    this.#noteUse(key)
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
    this.#usedIn.delete(key)
    this.#size -= this.#sizeOf(value as Value, key)
  }

  /** What makes one turn is the caller's matter: a question that was answered, say. */
  endTurn() {
    this.#turn += 1
    for (const [key, value] of this.#entries) {
      if ((this.#usedIn.get(key) ?? Infinity) > this.#turn - this.#maxUnusedTurns) return
      this.#evict(key, value)
    }
  }

  clear() {
    this.#entries.clear()
    this.#usedIn.clear()
    this.#size = 0
  }

  #noteUse(key: Key) {
    if (this.#maxUnusedTurns !== Infinity) this.#usedIn.set(key, this.#turn)
  }
  #evict(key: Key, value: Value) {
    this.delete(key)
    this.#onEvict?.(value)
  }
}
