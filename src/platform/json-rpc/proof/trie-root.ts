/**
 * Computes the root of Ethereum's trie over a list: a header has one for its transactions, receipts and withdrawals.
 */
import { keccak256, toRlp } from 'viem/utils'

export type Hex = `0x${string}`
type Node = Hex | readonly Node[]

interface Entry {
  /** The remaining digits of the key, each a hex letter. */
  readonly key: string
  readonly value: Hex
}

/** The root hash over values in their order; the key of each is its index. */
export function trieRoot(values: readonly Hex[]): Hex {
  const entries = values.map((value, index) => ({ key: rlp(quantityBytes(index)).slice(2), value }))
  return keccak256(rlp(nodeOf(entries, 0)))
}

/** A number as its bytes, without leading zeros: `0x` for 0. */
export function quantityBytes(value: number | bigint | string): Hex {
  const digits = BigInt(value).toString(16)
  if (digits === '0') return '0x'
  return `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`
}

export const rlp = (node: Node): Hex => toRlp(node as Hex | Hex[])

/** `depth`: the number of key digits above this node. */
function nodeOf(entries: readonly Entry[], depth: number): Node {
  const [first, ...others] = entries
  if (!first) return '0x'
  if (others.length === 0) return [packed(first.key.slice(depth), true), first.value]
  const shared = sharedDigits(entries, depth)
  if (shared > depth)
    return [packed(first.key.slice(depth, shared), false), reference(nodeOf(entries, shared))]
  const branches = Array.from({ length: 16 }, (_, digit) => {
    const letter = digit.toString(16)
    const below = entries.filter(({ key }) => key[depth] === letter)
    return below.length === 0 ? '0x' : reference(nodeOf(below, depth + 1))
  })
  // No index's key is a prefix of another, so no value ends at a branch.
  return [...branches, '0x']
}

/** The number of leading digits that all keys share. */
function sharedDigits(entries: readonly Entry[], depth: number): number {
  const key = entries[0]?.key ?? ''
  let end = depth
  while (end < key.length && entries.every((entry) => entry.key[end] === key[end])) end += 1
  return end
}

/** Encodes a part of a path, with its parity (even or odd) and whether a value follows. */
function packed(digits: string, isEnd: boolean): Hex {
  const flag = (isEnd ? 2 : 0) + (digits.length % 2)
  return `0x${flag.toString(16)}${digits.length % 2 === 0 ? '0' : ''}${digits}`
}

/** A node shorter than a hash is embedded in its parent. */
function reference(node: Node): Node {
  const written = rlp(node)
  return written.length < 2 + 32 * 2 ? node : keccak256(written)
}
