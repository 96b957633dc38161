/** A bounded map (LRU cache): when it is full, the least recently used entry is evicted. */
export interface LruLimits<Key, Value> {
  /** The total size of all entries. */
  readonly maxSize: number
  /** The size of one entry, in the unit of `maxSize`; 1 if absent. */
  readonly sizeOf?: (value: Value, key: Key) => number
  /** Called with each evicted value. */
  readonly onEvict?: (value: Value) => void
  /** An entry that was not used for this many turns is evicted, even if there is room (`endTurn`). */
  readonly maxUnusedTurns?: number
}

export class LruCache<Key, Value> {
  /** A `Map` iterates in the order of insertion, so its first entry is the least recently used. */
  readonly #entries = new Map<Key, Value>()
  readonly #maxSize: number
  readonly #sizeOf: (value: Value, key: Key) => number
  readonly #onEvict: ((value: Value) => void) | undefined
  readonly #maxUnusedTurns: number
  /** The turn of each entry's last use, if turns count. */
  readonly #usedIn = new Map<Key, number>()
  #turn = 0
  #size = 0

  constructor({ maxSize, sizeOf = () => 1, onEvict, maxUnusedTurns = Infinity }: LruLimits<Key, Value>) {
    this.#maxSize = maxSize
    this.#sizeOf = sizeOf
    this.#onEvict = onEvict
    this.#maxUnusedTurns = maxUnusedTurns
  }

  /** The total size of all entries, in the unit of `maxSize`. */
  get size(): number {
    return this.#size
  }

  /** Reads a value; this counts as use of the entry. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#noteUse(key)
    return value
  }

  /** Stores a value, unless it is larger than `maxSize`. */
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

  /** Returns the stored value. If there is none, stores and returns the result of `make`. */
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

  /** Ends a turn. The caller decides what a turn is: one answered query, for example. */
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
