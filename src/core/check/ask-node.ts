/**
 * Connects to a node of a source's chain: one that a person names, or a followed one. Its chain must be the source's.
 */
import { connectNode, CONNECTION_LIMITS, type NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { getUrlHost } from '#platform/json-rpc/url-host.ts'
import { quantity } from '#platform/json-rpc/wire.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { CheckedNode, CheckProblem } from '#shared/rpc/contract/check.ts'
import { parseNodeUrl } from '../nodes/parse-node-url.ts'
import type { Sources } from '../sources/sources.ts'
import { NotBelieved, problemOf } from './node-problem.ts'

export type ChainSources = Pick<Sources, 'get' | 'all' | 'urlOf'>

interface AskedNode {
  readonly source: string
  /** As typed; undefined for a followed node. */
  readonly rpcUrl?: string | undefined
}

type NodeAnswer<T> =
  | { readonly outcome: 'answered'; readonly node: CheckedNode; readonly answer: T }
  | { readonly outcome: 'refused'; readonly node: CheckedNode; readonly problem: CheckProblem }

/** The time limit of a response: a person waits. */
const TIMEOUT_MS = 20_000

/** Returns a problem of the node as the result. Rejects with `invalid_input` if there is no node. */
export async function askNode<T>(
  sources: ChainSources,
  { source, rpcUrl }: AskedNode,
  signal: AbortSignal,
  ask: (node: NodeConnection) => Promise<T>,
): Promise<NodeAnswer<T>> {
  const { chainId } = sources.get(source)
  const url = rpcUrl === undefined ? await followedNodeOf(sources, source) : parseNodeUrl(rpcUrl)
  if (url === undefined)
    throw new ChainglassFailure({ code: 'invalid_input', field: 'rpcUrl', reason: 'no_node' })
  const node = connectNode(url, { ...CONNECTION_LIMITS, timeoutMs: TIMEOUT_MS })
  const stop = () => {
    node.close()
  }
  signal.addEventListener('abort', stop, { once: true })
  const who = { host: getUrlHost(url), chainId: null as string | null }
  try {
    who.chainId = String(BigInt(quantity(await node.request('eth_chainId', []), 'the id of the chain')))
    if (chainId !== undefined && who.chainId !== chainId)
      throw new NotBelieved({ kind: 'other_chain', node: who.chainId, source: chainId })
    return { outcome: 'answered', node: who, answer: await ask(node) }
  } catch (error) {
    if (signal.aborted) throw new ChainglassFailure({ code: 'cancelled' }, { cause: error })
    const problem = problemOf(error)
    if (!problem) throw error
    return { outcome: 'refused', node: who, problem }
  } finally {
    signal.removeEventListener('abort', stop)
    node.close()
  }
}

/** The URL of a followed node: the source's own, or one of the same chain. Undefined if there is none. */
function followedNodeOf(sources: ChainSources, id: string): Promise<string> | undefined {
  const node = followedNode(sources, id)
  return node && sources.urlOf(node)
}

/** Whether a node can be asked without a URL. */
export const isNodeFollowed = (sources: ChainSources, id: string): boolean =>
  followedNode(sources, id) !== undefined

function followedNode(sources: ChainSources, id: string) {
  const { chainId } = sources.get(id)
  for (const one of sources.all())
    if (one.kind === 'node' && (one.id === id || (chainId !== undefined && one.chainId === chainId)))
      return one
  return undefined
}
