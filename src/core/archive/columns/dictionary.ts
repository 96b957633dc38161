/**
 * The texts and addresses of all columns that are in memory, each once. They are named by numbers from one on; 0 is none.
 * A number holds for one dictionary, which only grows.
 */
import { randomInt } from 'node:crypto'

export const ADDRESS_BYTES = 20
const WORDS = ADDRESS_BYTES / 4

export class ColumnDictionary {
  /** By number. */
  readonly texts: string[] = ['']
  #textBytes = 0
  readonly #textNumbers = new Map<string, number>()
  #words = new Uint32Array(WORDS * 1_024)
  #bytes = new Uint8Array(this.#words.buffer)
  #addressCount = 0
  /** Numbers of addresses, by their hashes: a table with open addressing, at most half full. */
  #slots = new Uint32Array(2_048)
  /** So that nobody can choose addresses which all stand in one place of the table. */
  readonly #seed = randomInt(2 ** 32 - 1)

  get addressCount(): number {
    return this.#addressCount
  }
  /** What it takes of memory, more or less. */
  get bytes(): number {
    return this.#words.byteLength + this.#slots.byteLength + this.#textBytes + 100 * this.texts.length
  }

  textNumber(text: string): number {
    let number = this.#textNumbers.get(text)
    if (number === undefined) {
      number = this.texts.push(text) - 1
      this.#textNumbers.set(text, number)
      this.#textBytes += 2 * text.length
    }
    return number
  }

  /** `words`: 20 bytes each, as they lie in memory. `at`: of the first of five. */
  addressNumber(words: Uint32Array, at: number): number {
    const slot = this.#slotOf(words, at)
    const number = this.#slots[slot] ?? 0
    return number === 0 ? this.#add(words, at, slot) : number
  }
  /** Undefined where it is not there. */
  findAddress(words: Uint32Array, at: number): number | undefined {
    const number = this.#slots[this.#slotOf(words, at)]
    return number === 0 ? undefined : number
  }

  /** All addresses, one after the other; that of number one comes first. */
  get words(): Uint32Array {
    return this.#words
  }
  /** The same as bytes. */
  get addressBytes(): Uint8Array {
    return this.#bytes
  }
  hashOf(number: number): string {
    return `0x${Buffer.from(this.#bytes.buffer, (number - 1) * ADDRESS_BYTES, ADDRESS_BYTES).toString('hex')}`
  }

  #add(words: Uint32Array, at: number, slot: number): number {
    const start = this.#addressCount * WORDS
    if (start === this.#words.length) {
      const more = new Uint32Array(2 * start)
      more.set(this.#words)
      this.#words = more
      this.#bytes = new Uint8Array(more.buffer)
    }
    for (let word = 0; word < WORDS; word += 1) this.#words[start + word] = words[at + word] ?? 0
    this.#addressCount += 1
    this.#slots[slot] = this.#addressCount
    if (2 * this.#addressCount > this.#slots.length) this.#growSlots()
    return this.#addressCount
  }
  /** Where it is, or would be. */
  #slotOf(words: Uint32Array, at: number): number {
    const mask = this.#slots.length - 1
    let slot = this.#hash(words, at) & mask
    for (;;) {
      const number = this.#slots[slot] ?? 0
      if (number === 0 || this.#isSame(number, words, at)) return slot
      slot = (slot + 1) & mask
    }
  }
  #growSlots() {
    this.#slots = new Uint32Array(2 * this.#slots.length)
    const mask = this.#slots.length - 1
    for (let number = 1; number <= this.#addressCount; number += 1) {
      let slot = this.#hash(this.#words, (number - 1) * WORDS) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = number
    }
  }
  #hash(words: Uint32Array, at: number): number {
    let hash = this.#seed
    for (let word = 0; word < WORDS; word += 1) {
      hash = Math.imul(hash ^ (words[at + word] ?? 0), 0x9e37_79b1)
      hash ^= hash >>> 15
    }
    return hash
  }
  #isSame(number: number, words: Uint32Array, at: number): boolean {
    const start = (number - 1) * WORDS
    for (let word = 0; word < WORDS; word += 1)
      if (this.#words[start + word] !== words[at + word]) return false
    return true
  }
}
