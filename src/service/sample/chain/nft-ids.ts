/** Ids of NFTs in collections that mint them one after another. In each collection a later NFT has a greater id. */
import { mix, type Key } from '../lib/seeded-random.ts'
import type { Collection } from '../config/tokens.ts'

const HASH_BITS = 200n

/** Ids count from 1. In the collection `names` they are as large as hashes: the count, then 200 bits computed from it. */
export function nftId(key: Key, collection: Collection, number: number): bigint {
  if (collection !== 'names') return BigInt(number + 1)
  let low = 0n
  for (let word = 0; word < 7; word++) low = (low << 32n) | BigInt(mix(key, number, 0x6e616d65 + word))
  return (BigInt(number + 1) << HASH_BITS) | (low & ((1n << HASH_BITS) - 1n))
}

/** The number of the NFT with this id; `null` if no NFT can have it. */
export function decodeNftId(key: Key, collection: Collection, id: bigint): number | null {
  const number = Number(collection === 'names' ? id >> HASH_BITS : id) - 1
  return number >= 0 && Number.isSafeInteger(number) && nftId(key, collection, number) === id ? number : null
}

/** Number of NFTs of the collection with an id below this one, which need not exist. */
export function countBelow(key: Key, collection: Collection, id: bigint): number {
  const guess = Number(collection === 'names' ? id >> HASH_BITS : id) - 1
  if (guess < 0) return 0
  return nftId(key, collection, guess) < id ? guess + 1 : guess
}

/** Compares for a descending order. */
export const descending = (one: bigint, other: bigint) => (one > other ? -1 : one < other ? 1 : 0)
