/**
 * Connects to a node of a source's chain: one that a person names, or a followed one. Its chain must be the source's: by
 * the chain's id, or by a recent block of a source that names no chain, since a fork has the early ones as well.
 */
import { connectNode, CONNECTION_LIMITS, type NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeRefusal, getUrlHost } from '#platform/json-rpc/node-failure.ts'
import { hash, number, object, quantity } from '#platform/json-rpc/wire.ts'
import { ChainglassFailure, invalidInput } from '#shared/errors/failure.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { CONFIRMATIONS, type CheckedNode, type CheckProblem } from '#shared/rpc/contract/check.ts'
import { parseNodeUrl } from '../sources/check/parse-node-url.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Sources } from '../sources/sources.ts'
import { UntrustedNode, problemOf } from './node-problem.ts'

type ChainSources = Pick<Sources, 'get' | 'all' | 'urlOf' | 'ready'>

export interface AskNodeDeps {
  readonly sources: ChainSources
  readonly client: Pick<ApiClient, 'readDetail' | 'readPage'>
  readonly compared: ComparedChains
}

/** Whether a source that names no chain had a block that a node has as well, and when they were compared. */
export type ComparedChains = LruCache<string, { readonly same: boolean; readonly at: number }>
export const createComparedChains = (): ComparedChains => new LruCache({ maxSize: 100 })

/** For so long, the next page of a list costs no further requests. */
const COMPARED_MS = 300_000
/** For so long, a source that hangs is not waited for again: what failed once may be there now. */
const NOT_COMPARED_MS = 30_000

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
  deps: AskNodeDeps,
  asked: AskedNode,
  signal: AbortSignal,
  ask: (node: NodeConnection) => Promise<T>,
): Promise<NodeAnswer<T>> {
  const { source } = asked
  const { chainId } = deps.sources.get(source)
  const url = await nodeUrlOf(deps.sources, asked)
  const node = connectNode(url, { ...CONNECTION_LIMITS, timeoutMs: TIMEOUT_MS })
  const stop = () => {
    node.close()
  }
  signal.addEventListener('abort', stop, { once: true })
  let who: CheckedNode = { host: getUrlHost(url), chainId: null }
  try {
    const id = String(BigInt(quantity(await node.request('eth_chainId', []), 'the id of the chain')))
    who = { ...who, chainId: id }
    if (chainId === undefined) {
      const compared = [source, url, id].join(' ')
      const known = deps.compared.get(compared)
      const isKnown =
        known !== undefined && performance.now() - known.at < (known.same ? COMPARED_MS : NOT_COMPARED_MS)
      const same = isKnown ? known.same : await haveSameBlock(deps, source, node, signal)
      if (!isKnown) deps.compared.set(compared, { same, at: performance.now() })
      if (!same) who = { ...who, isChainUnknown: true }
    } else if (id !== chainId) throw new UntrustedNode({ kind: 'other_chain', node: id, source: chainId })
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

/** The genesis block, too: a node that holds no old blocks has it. */
const EARLY_BLOCKS = [1, 0]

/**
 * Whether a recent block of both is the same, and with it all before; false if none can be compared. Throws
 * `UntrustedNode` if it differs, or an early one.
 */
async function haveSameBlock(
  deps: AskNodeDeps,
  source: string,
  node: NodeConnection,
  signal: AbortSignal,
): Promise<boolean> {
  const height = await recentHeight(deps, source, node, signal)
  if (height !== undefined && (await isSameAt(height))) return true
  // An early block tells chains apart only where it differs: a fork has the same.
  for (const early of EARLY_BLOCKS) if (early !== height && (await isSameAt(early))) break
  return false

  async function isSameAt(height: number): Promise<boolean> {
    const known = await hashAtSource(deps, source, height, signal)
    const told = known === undefined ? undefined : await hashAtNode(node, height)
    if (known === undefined || told === undefined) return false
    if (told === known) return true
    throw new UntrustedNode({ kind: 'other_blocks', height, node: told, source: known })
  }
}

/** The height of the newest block that is final at both. */
async function recentHeight(
  { sources, client }: AskNodeDeps,
  source: string,
  node: NodeConnection,
  signal: AbortSignal,
): Promise<number | undefined> {
  const known = await unlessUnable(async () => {
    const query = { list: 'latest-blocks' } as const
    const { items } = await client.readPage(await sources.ready(source), query, { signal })
    return items[0]?.height
  })
  if (known == null) return undefined
  const newest = number(await node.request('eth_blockNumber', []), 'the height of the head')
  const lower = Math.min(known, newest)
  return Math.min(lower, Math.max(lower - CONFIRMATIONS, 1))
}

const hashAtSource = (
  { sources, client }: AskNodeDeps,
  source: string,
  height: number,
  signal: AbortSignal,
): Promise<string | undefined> =>
  unlessUnable(async () => {
    const params = { block_hash_or_number: String(height) }
    const block = await client.readDetail(await sources.ready(source), 'block', params, { signal })
    return block.hash.toLowerCase()
  })

/** A node is asked about a contract, too, while the source can't be. */
async function unlessUnable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ChainglassFailure && error.error.code !== 'cancelled') return undefined
    throw error
  }
}

async function hashAtNode(node: NodeConnection, height: number): Promise<string | undefined> {
  try {
    const block = await node.request('eth_getBlockByNumber', [`0x${height.toString(16)}`, false])
    return block === null
      ? undefined
      : hash(object(block, 'a block').hash, 'the hash of a block').toLowerCase()
  } catch (error) {
    if (error instanceof NodeRefusal && !error.isLimit) return undefined
    throw error
  }
}

/** The URL of the node that is asked. Rejects with `invalid_input` if there is none. */
export async function nodeUrlOf(sources: ChainSources, { source, rpcUrl }: AskedNode): Promise<string> {
  const url = rpcUrl === undefined ? await followedNodeOf(sources, source) : parseNodeUrl(rpcUrl)
  if (url === undefined) throw invalidInput('rpcUrl', 'no_node')
  return url
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
