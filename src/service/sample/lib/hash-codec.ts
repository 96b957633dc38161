/**
 * Hashes and addresses that look random but can be decoded: the first 8 bytes are a kind and a number, encrypted with the
 * chain's key (a Feistel cipher). The other bytes are a checksum of them, so that a foreign hash is recognised.
 */
import { mix, type Key } from './seeded-random.ts'

export type HashKind = 'fixed' | 'user' | 'fresh' | 'transaction' | 'block' | 'other'
const KINDS: readonly HashKind[] = ['fixed', 'user', 'fresh', 'transaction', 'block', 'other']
const ROUNDS = 6

export interface DecodedHash {
  readonly kind: HashKind
  readonly number: number
}

/** `0x` and `bytes` bytes (20 for an address, 32 for a hash). `number` is whole and below 2^48. */
export function encodeHash(key: Key, kind: HashKind, number: number, bytes: number): string {
  let left = ((KINDS.indexOf(kind) + 1) << 16) | Math.floor(number / 0x1_0000_0000)
  let right = number >>> 0
  for (let round = 0; round < ROUNDS; round++) [left, right] = [right, (left ^ mix(key, right, round)) >>> 0]
  return `0x${hex(left)}${hex(right)}${checksum(key, left, right, bytes - 8)}`
}

/** The kind and number in a hash (lower case); `null` if the hash is not of this chain. */
export function decodeHash(key: Key, hash: string): DecodedHash | null {
  const bytes = (hash.length - 2) / 2
  let left = parseInt(hash.slice(2, 10), 16)
  let right = parseInt(hash.slice(10, 18), 16)
  if (hash.slice(18) !== checksum(key, left, right, bytes - 8)) return null
  for (let round = ROUNDS - 1; round >= 0; round--)
    [left, right] = [(right ^ mix(key, left, round)) >>> 0, left]
  const kind = KINDS[(left >>> 16) - 1]
  return kind ? { kind, number: (left & 0xffff) * 0x1_0000_0000 + right } : null
}

/** As `toString(16)` of the word, which V8 takes three times as long for where it is no small integer. */
const hex = (word: number) => digits(word >>> 16) + digits(word & 0xffff)

const digits = (half: number) => (half | 0x1_0000).toString(16).slice(1)

function checksum(key: Key, left: number, right: number, bytes: number): string {
  let text = ''
  for (let word = 0; word * 4 < bytes; word++) text += hex(mix(key, left ^ (word * 0x3c6ef372), right + word))
  return text
}
