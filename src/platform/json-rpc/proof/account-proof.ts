/** Proves an account against a state root: follows the result of `eth_getProof` from the root down. */
import { fromRlp, keccak256 } from 'viem/utils'
import { data, list } from '../wire.ts'
import { type Hex, rlp } from './trie-root.ts'

export interface ProvenAccount {
  readonly nonce: bigint
  readonly balance: bigint
  readonly codeHash: string
}

const EMPTY_CODE = keccak256('0x')
const NOTHING: ProvenAccount = { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE }

/** Undefined if the trie's nodes do not lead from the root to the account, or to the position where it would be. */
export function proveAccount(stateRoot: string, address: string, proof: unknown): ProvenAccount | undefined {
  try {
    const nodes = list(proof, 'a proof').map((node) => data(node, 'a node of a proof') as Hex)
    const value = follow(stateRoot, nodes, keccak256(address as Hex).slice(2))
    if (value === undefined) return NOTHING
    const [nonce, balance, , codeHash] = fromRlp(value, 'hex') as readonly Hex[]
    if (nonce === undefined || balance === undefined || codeHash === undefined) return undefined
    return { nonce: numberIn(nonce), balance: numberIn(balance), codeHash }
  } catch {
    return undefined
  }
}

type Node = Hex | readonly Node[]

/** The value at a key of hex digits; undefined if the trie has none. Throws if the nodes do not fit together. */
function follow(root: string, nodes: readonly Hex[], key: string): Hex | undefined {
  let rest = key
  let next: Node = root as Hex
  const waiting = [...nodes]
  for (;;) {
    const node: Node = typeof next === 'string' ? nodeOf(next, waiting) : next
    if (typeof node === 'string') return node === '0x' ? undefined : fail()
    if (node.length === 17) {
      const branch: Node | undefined = node[Number.parseInt(rest[0] ?? '', 16)]
      if (branch === undefined) return fail()
      rest = rest.slice(1)
      if (branch === '0x') return undefined
      next = branch
      continue
    }
    const [path, value]: readonly (Node | undefined)[] = node
    if (typeof path !== 'string' || value === undefined) return fail()
    const { digits, isEnd } = unpacked(path)
    if (isEnd) {
      if (digits !== rest) return undefined
      return typeof value === 'string' ? value : fail()
    }
    if (!rest.startsWith(digits)) return undefined
    rest = rest.slice(digits.length)
    next = value
  }
}

/** Takes the next node, whose hash must be the one in the node above. */
function nodeOf(hash: Hex, waiting: Hex[]): Node {
  const node = waiting.shift()
  // The state of a chain without accounts has no nodes.
  if (node === undefined) return hash === keccak256(rlp('0x')) ? '0x' : fail()
  if (keccak256(node) !== hash) fail()
  return fromRlp(node, 'hex')
}

function unpacked(path: Hex): { readonly digits: string; readonly isEnd: boolean } {
  const flag = Number.parseInt(path[2] ?? '', 16)
  return { digits: path.slice(flag % 2 === 1 ? 3 : 4), isEnd: flag >= 2 }
}

const numberIn = (bytes: Hex) => (bytes === '0x' ? 0n : BigInt(bytes))

const fail = (): never => {
  throw new Error('These nodes do not belong together.')
}
