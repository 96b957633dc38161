/** The root of Ethereum's trie over a list: what a header says of its transactions, receipts and withdrawals. */
import { keccak256, toRlp } from 'viem/utils'

export type Hex = `0x${string}`
type Node = Hex | readonly Node[]

interface Entry {
  /** The digits of its key, each a hex letter. */
  readonly key: string
  readonly value: Hex
}

/** Hash of the root over values in their order; each is keyed by its index. */
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

/** `depth`: how many digits of the keys are above this node. */
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
  // No key of an index is the beginning of another one: nothing ends at a branch.
  return [...branches, '0x']
}

/** Up to which digit all keys are alike. */
function sharedDigits(entries: readonly Entry[], depth: number): number {
  const key = entries[0]?.key ?? ''
  let end = depth
  while (end < key.length && entries.every((entry) => entry.key[end] === key[end])) end += 1
  return end
}

/** A part of a path, with how many digits it has (even or odd) and whether a value follows. */
function packed(digits: string, isEnd: boolean): Hex {
  const flag = (isEnd ? 2 : 0) + (digits.length % 2)
  return `0x${flag.toString(16)}${digits.length % 2 === 0 ? '0' : ''}${digits}`
}

/** What is shorter than a hash stands in its parent itself. */
function reference(node: Node): Node {
  const written = rlp(node)
  return written.length < 2 + 32 * 2 ? node : keccak256(written)
}
