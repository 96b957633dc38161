/** Compares the blocks of two nodes of one chain by their hashes. */
import { NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { hash, number, type Json } from '#platform/json-rpc/wire.ts'
import type { BlockAtNodes } from '#shared/rpc/contract/check.ts'
import { headerAt, isHeaderTrue } from './block-evidence.ts'

interface ComparedNodes {
  readonly heads: readonly [number, number]
  readonly blocks: readonly BlockAtNodes[]
}

/** Holds an error of the first node, or of its data, which else counts as one of the second. */
export class FirstNodeFailure extends Error {
  constructor(cause: unknown) {
    super('The first node failed', { cause })
    this.name = 'FirstNodeFailure'
  }
}

/**
 * Compares blocks that the first node had a moment ago, and the newest block that both have come to. Throws
 * `UntrustedNode` if a block that differs does not hash to its hash, the errors of a connection to the second node, and
 * `FirstNodeFailure`.
 */
export async function compareNodes(
  first: NodeConnection,
  second: NodeConnection,
  checked: readonly { readonly height: number; readonly hash: string }[],
): Promise<ComparedNodes> {
  const heads = await Promise.all([ofFirst(headOf(first)), headOf(second)])
  const common = Math.min(...heads)
  const known = new Map<number, string | null>([
    [common, await ofFirst(hashAt(first, common))],
    ...checked.map(({ height, hash }) => [height, hash.toLowerCase()] as const),
  ])
  const heights = [...known.keys()].toSorted((low, high) => low - high)
  const headers = await readHeaders(second, heights)
  const blocks = heights.map((height, at): BlockAtNodes => {
    const header = headers[at]
    return { height, first: known.get(height) ?? null, second: header ? hashOf(header) : null }
  })
  const differing = headers.flatMap((header, at) => (header && differ(blocks[at]) ? [header] : []))
  // Where one does not hash in a known way, none does.
  for (const header of differing) if (!(await isHeaderTrue(second, header))) break
  return { heads, blocks }
}

const ofFirst = <T>(read: Promise<T>): Promise<T> =>
  read.catch((error: unknown) => {
    throw new FirstNodeFailure(error)
  })

const differ = (block: BlockAtNodes | undefined) =>
  block?.first != null && block.second !== null && block.first !== block.second

const headOf = async (node: NodeConnection) =>
  number(await node.request('eth_blockNumber', []), 'the height of the head')

const hashOf = (header: Json) => hash(header.hash, 'the hash of a block').toLowerCase()

async function hashAt(node: NodeConnection, height: number): Promise<string | null> {
  const [header] = await readHeaders(node, [height])
  return header ? hashOf(header) : null
}

/** Undefined for a block that the node does not have, or no longer. */
async function readHeaders(
  node: NodeConnection,
  heights: readonly number[],
): Promise<readonly (Json | undefined)[]> {
  const answers = await node.many(
    heights.map((height) => ({
      method: 'eth_getBlockByNumber',
      params: [`0x${height.toString(16)}`, false],
    })),
  )
  return heights.map((height, at) => {
    const answer = answers[at]
    if (answer instanceof NodeRefusal && answer.isLimit) throw answer
    const block = answer && 'result' in answer ? answer.result : null
    return block === null ? undefined : headerAt(height, block)
  })
}
