import { type ChainIdentity, identifyChain } from '../node/chain-identity.ts'
import { CONNECTION_LIMITS, connectNode, type NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodePool } from '../node/pool/node-pool.ts'
import { withoutTraces } from '../node/without-traces.ts'
import type { FollowOptions } from './follow-options.ts'

export interface ConnectedNodes {
  readonly connection: NodeConnection
  /** `null` where it is one node. */
  readonly nodes: NodePool | null
  readonly identity: ChainIdentity
}

type NodesOptions = Pick<
  FollowOptions,
  'rpcUrl' | 'moreRpcUrls' | 'requestTimeoutMs' | 'methodTimeoutsMs' | 'withoutTraces' | 'log'
>

/** Rejects where no node answers as one, and where two are not of one chain. */
export async function connectNodes(options: NodesOptions, onChange: () => void): Promise<ConnectedNodes> {
  const { connection, ...found } = await connect(options, onChange)
  return { ...found, connection: options.withoutTraces === true ? withoutTraces(connection) : connection }
}

async function connect(
  { rpcUrl, moreRpcUrls = [], requestTimeoutMs, methodTimeoutsMs, log }: NodesOptions,
  onChange: () => void,
): Promise<ConnectedNodes> {
  const limits = {
    ...CONNECTION_LIMITS,
    timeoutMs: requestTimeoutMs ?? CONNECTION_LIMITS.timeoutMs,
    methodTimeoutsMs,
  }
  if (moreRpcUrls.length > 0) {
    const { pool, identity } = await NodePool.connect([rpcUrl, ...moreRpcUrls], {
      limits,
      log: (line) => log?.(line),
      onChange,
    })
    return { connection: pool.connection, nodes: pool, identity }
  }
  const connection = connectNode(rpcUrl, limits)
  try {
    return { connection, nodes: null, identity: await identifyChain(connection) }
  } catch (error) {
    connection.close()
    throw error
  }
}
