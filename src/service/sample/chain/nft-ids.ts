/** Ids of collections whose NFTs are minted one after another. A later one has the greater id, in each. */
import { mix, type Key } from '../lib/seeded-random.ts'
import type { Collection } from '../config/tokens.ts'

const HASH_BITS = 200n

/** Portraits are numbered from 1. PeriodContext have ids as large as hashes: their number, then 200 bits that follow from it. */
export function nftId(key: Key, collection: Collection, number: number): bigint {
  if (collection !== 'names') return BigInt(number + 1)
  let low = 0n
  for (let word = 0; word < 7; word++) low = (low << 32n) | BigInt(mix(key, number, 0x6e616d65 + word))
  return (BigInt(number + 1) << HASH_BITS) | (low & ((1n << HASH_BITS) - 1n))
}

/** Which one has this id; `null` where none can have. */
export function nftNumber(key: Key, collection: Collection, id: bigint): number | null {
  const number = Number(collection === 'names' ? id >> HASH_BITS : id) - 1
  return number >= 0 && Number.isSafeInteger(number) && nftId(key, collection, number) === id ? number : null
}

/** How many NFTs of the collection can have an id below this one: a place to go on from, for any id. */
export function countBelow(key: Key, collection: Collection, id: bigint): number {
  const guess = Number(collection === 'names' ? id >> HASH_BITS : id) - 1
  if (guess < 0) return 0
  return nftId(key, collection, guess) < id ? guess + 1 : guess
}

/** For lists that begin with the greatest. */
export const descending = (one: bigint, other: bigint) => (one > other ? -1 : one < other ? 1 : 0)
