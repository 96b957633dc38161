import type { Priority } from '#shared/priority.ts'
import { ZERO_ADDRESS } from '../model/hex.ts'
import type { BlockTag } from '#platform/json-rpc/contract-calls.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeRefusal, REFUSED } from '#platform/json-rpc/node-failure.ts'
import { toHexQuantity } from './read-chain.ts'

export interface BlockId {
  readonly number: number
  readonly hash: string
}

/** While a reorganisation is found out, the node is not asked for the block that has gone by each page anew. */
const GONE_FOR_MS = 200
const gone = new WeakMap<NodeConnection, { readonly hash: string; readonly until: number }>()

/**
 * Reads the state at the end of one block and of no other, also while the chain is reorganised: by the block's hash if
 * the node takes one, else by its height, with a check of the hash before and after. Null if the node has another block
 * there, or no longer its state.
 */
export async function readAtBlock<T>(
  connection: NodeConnection,
  block: BlockId,
  read: (tag: BlockTag) => Promise<readonly (T | null)[]>,
  priority: Priority = 'background',
): Promise<readonly (T | null)[] | null> {
  const byHash = { blockHash: block.hash, requireCanonical: true } as const
  const byHeight = toHexQuantity(block.number)
  const balance = (tag: BlockTag) => ({ method: 'eth_getBalance', params: [ZERO_ADDRESS, tag] })
  const header = { method: 'eth_getBlockByNumber', params: [byHeight, false] }
  const isThere = (answer: NodeRefusal | { result: unknown } | undefined) => {
    if (answer === undefined || answer instanceof NodeRefusal) return false
    if ((answer.result as { hash?: unknown } | null)?.hash === block.hash) return true
    gone.set(connection, { hash: block.hash, until: performance.now() + GONE_FOR_MS })
    return false
  }

  const known = gone.get(connection)
  if (known?.hash === block.hash && performance.now() < known.until) return null
  if (connection.takesBlockHash !== true) {
    const [there, atHash, atHeight] = await connection.many(
      connection.takesBlockHash === false ? [header] : [header, balance(byHash), balance(byHeight)],
      { priority },
    )
    if (!isThere(there)) return null
    if (atHash && !(atHash instanceof NodeRefusal)) connection.takesBlockHash = true
    else if (atHeight && !(atHeight instanceof NodeRefusal)) connection.takesBlockHash = false
  }
  const tag = connection.takesBlockHash === true ? byHash : byHeight
  const answers = await read(tag)
  // By hash, only a refusal can come from a block that has gone.
  if (tag === byHash && !answers.some((answer) => answer === null || answer === REFUSED)) return answers
  const [there, state] = await connection.many([header, balance(tag)], { priority })
  if (!isThere(there) || (state instanceof NodeRefusal && state.meaning === 'gone')) return null
  return answers
}
