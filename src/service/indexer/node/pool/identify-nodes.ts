import { IndexError } from '../../model/index-error.ts'
import { type ChainIdentity, identifyChain } from '../chain-identity.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import type { NodeText } from '#shared/node-texts.ts'
import type { PoolNode, NodeFault } from './pool-node.ts'
import { settledSoon } from './settled-soon.ts'

/** Others are waited for so long after the first has answered; they are asked again later. */
const GRACE_MS = 3_000
const LIMIT_MS = 60_000

interface Identified {
  readonly node: PoolNode
  readonly identity: ChainIdentity
}

/**
 * Identifies the chain of the nodes: the chain of the node with the newest block, from the oldest block that one of
 * them has. Throws IndexError `different_chains` if two are on different chains, and the failure of the first if none
 * answers.
 */
export async function identifyNodes(nodes: readonly PoolNode[]): Promise<{
  readonly identity: ChainIdentity
  readonly failed: ReadonlyMap<PoolNode, NodeFailure>
}> {
  const failed = new Map<PoolNode, NodeFailure>()
  const identities = nodes.map(async (node): Promise<Identified | NodeFailure | NodeRefusal> => {
    try {
      return { node, identity: await identifyChain(node.connection) }
    } catch (error) {
      if (!(error instanceof NodeFailure || error instanceof NodeRefusal)) throw error
      failed.set(
        node,
        error instanceof NodeFailure ? error : new NodeFailure('garbage', error.message, error),
      )
      return error
    }
  })
  const isIdentified = (answer: Identified | Error): answer is Identified => !(answer instanceof Error)
  const { answers, late } = await settledSoon(identities, isIdentified, {
    graceMs: GRACE_MS,
    limitMs: LIMIT_MS,
  })
  const found = answers.filter(isIdentified)
  const [first, ...others] = found
  for (const index of late) {
    const node = nodes[index]
    if (node) failed.set(node, new NodeFailure('timeout', `the node at ${node.host} did not answer in time`))
  }
  if (!first) {
    const [failure] = nodes.flatMap((node) => failed.get(node) ?? [])
    throw failure ?? new NodeFailure('timeout', 'no node answers')
  }
  for (const other of others) refuseOtherChain(first, other)
  for (const { node, identity } of found) {
    node.isKnown = true
    node.head = identity.head
  }
  const newest = found.reduce((one, other) =>
    other.identity.head.number > one.identity.head.number ? other : one,
  )
  const oldest = found.reduce((one, other) =>
    other.identity.oldest < one.identity.oldest ? other : one,
  ).identity
  return {
    identity: {
      ...newest.identity,
      genesis: found.find(({ identity }) => identity.genesis !== null)?.identity.genesis ?? null,
      oldest: oldest.oldest,
      oldestBecause: oldest.oldestBecause,
    },
    failed,
  }
}

function refuseOtherChain(one: Identified, other: Identified) {
  const [{ chainId, genesis }, { chainId: otherId, genesis: otherGenesis }] = [one.identity, other.identity]
  const isSame =
    chainId === otherId && (genesis === null || otherGenesis === null || genesis === otherGenesis)
  if (isSame) return
  const describe = ({ node, identity }: Identified) =>
    `the one at ${node.host} is of chain ${identity.chainId}${identity.genesis === null ? '' : ` with the first block ${identity.genesis.slice(0, 10)}…`}`
  throw new IndexError(
    'different_chains',
    `The nodes are of different chains: ${describe(one)}, ${describe(other)}. One index holds one chain.`,
  )
}

const FAULT_TEXTS = {
  silent: 'node_silent',
  wrong_blocks: 'node_wrong_blocks',
  other_blocks: 'node_other_blocks',
  other_chain: 'node_other_chain',
} as const satisfies Readonly<Record<NodeFault, NodeText['id']>>

/** A text for each fault that any of the nodes has. */
export function describeNodes(nodes: readonly PoolNode[]): readonly NodeText[] {
  return (Object.keys(FAULT_TEXTS) as NodeFault[]).flatMap((fault) => {
    const found = nodes.filter((node) => node.fault === fault)
    if (found.length === 0) return []
    const hosts = found.map(({ host }) => host).join(', ')
    return [{ id: FAULT_TEXTS[fault], values: { count: found.length, all: nodes.length, hosts } }]
  })
}
