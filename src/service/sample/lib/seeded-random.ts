/** Random numbers that are a pure function of seed and arguments: without state, the same on every machine. */
import { createHash } from 'node:crypto'

export type Key = readonly [number, number, number, number]

/** A key from a seed and a purpose, so that two purposes give different random numbers. */
export function createKey(seed: number | string, purpose: string): Key {
  const digest = createHash('sha256')
    .update(`${purpose}\0${String(seed)}`)
    .digest()
  return [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)]
}

/** A 32-bit hash of the key and two words (the finalizer of MurmurHash, twice). */
export function mix(key: Key, a: number, b: number): number {
  let h = Math.imul(a ^ key[0], 0x9e3779b1) ^ key[1]
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13) ^ b ^ key[2], 0xc2b2ae35)
  h ^= h >>> 16
  h = Math.imul(h + key[3], 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 15), 0x165667b1)
  return (h ^ (h >>> 13)) >>> 0
}

export interface Random {
  /** From 0 to `below` - 1. */
  int(below: number): number
  chance(of: number): boolean
  pick<T>(list: readonly T[]): T
  /** From `low` to `high`, both included. */
  between(low: bigint, high: bigint): bigint
  /** A round amount, as people choose them, from about 10^lowDigits to 10^highDigits. */
  amount(lowDigits: number, highDigits: number): bigint
  /** A whole number with `count` random bits. */
  bits(count: number): bigint
}

/** A random number generator for each pair of words. */
export function createRandom(key: Key, a: number, b: number): Random {
  let [x, y, z, counter] = [mix(key, a, b), mix(key, b, a ^ 0x5bd1e995), mix(key, a ^ b, 0x68e31da4), 1]
  // The generator sfc32.
  const next = () => {
    const sum = (x + y + counter) | 0
    counter = (counter + 1) | 0
    x = y ^ (y >>> 9)
    y = (z + (z << 3)) | 0
    z = ((z << 21) | (z >>> 11)) + sum
    z |= 0
    return sum >>> 0
  }
  for (let round = 0; round < 8; round++) next()
  const bits = (count: number) => {
    let value = 0n
    for (let have = 0; have < count; have += 32) value = (value << 32n) | BigInt(next())
    return value & ((1n << BigInt(count)) - 1n)
  }
  const int = (below: number) => Math.floor((next() / 0x1_0000_0000) * below)
  return {
    int,
    bits,
    chance: (of) => next() / 0x1_0000_0000 < of,
    pick: (list) => list[int(list.length)] as (typeof list)[number],
    between: (low, high) => low + (bits(96) % (high - low + 1n)),
    amount(lowDigits, highDigits) {
      const digits = lowDigits + int(highDigits - lowDigits)
      const exact = int(4) === 0
      const leading = exact ? 1 + int(9) : 1000 + int(9000)
      return (BigInt(leading) * 10n ** BigInt(digits)) / (exact ? 1n : 1000n)
    },
  }
}
