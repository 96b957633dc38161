import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { removeSecrets } from '#platform/log/remove-secrets.ts'
import type { StartReason } from '../model/index-start.ts'
import { askAgain, askOneAgain } from './ask-again.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { toHexQuantity, readHeadAt } from './read-chain.ts'
import type { BlockHead } from './read-block.ts'
import { textOf } from '#platform/json-rpc/wire.ts'

/** Identifies the chain of a node, so that two chains behind one URL are never mixed. */
export interface ChainIdentity {
  /** Decimal. */
  readonly chainId: string
  /** Hash of block 0; null where the node has pruned it away. */
  readonly genesis: string | null
  /** Changes whenever a development node starts its chain anew; null where the node has none. */
  readonly instance: string | null
  /** The oldest height worth reading: above 0 on a fork of another chain, and on a node that has pruned. */
  readonly oldest: number
  /** Why `oldest` is above 0. */
  readonly oldestBecause: StartReason | null
  /** A development node that goes on with another chain from a block of it. */
  readonly isFork: boolean
  readonly client: string
  readonly head: BlockHead
}

/** Reads which chain a node serves. Throws NodeFailure `garbage` where it is no Ethereum node. */
export async function identifyChain(connection: NodeConnection): Promise<ChainIdentity> {
  await findOutBatches(connection)
  const [chain, client, metadata, nodeInfo] = await Promise.all([
    askOneAgain(connection, 'eth_chainId', []).catch(orNull),
    ...['web3_clientVersion', 'hardhat_metadata', 'anvil_nodeInfo'].map((method) =>
      askOneAgain(connection, method, []).catch(orNothing),
    ),
  ])
  if (!/^0x[0-9a-f]+$/i.test(textOf(chain))) {
    throw new NodeFailure('garbage', 'what answers is not an Ethereum node: it has no chain id')
  }
  const head = await readHeadAt(connection, 'latest')
  if (!head) throw new NodeFailure('garbage', 'the node has no block yet')
  const genesis = await readHeadAt(connection, 0).catch(orNull)
  const named = hardhatMetadata(metadata)
  const forkedAt = named?.forkedAt ?? forkOfAnvil(nodeInfo)
  return {
    chainId: BigInt(textOf(chain)).toString(),
    genesis: genesis?.hash ?? null,
    instance: named?.instance ?? null,
    client: clientName(client, connection.url),
    head,
    isFork: forkedAt !== null,
    ...(await oldestBlock(connection, head.number, forkedAt)),
  }
}

/** Shown and logged: without what is secret in the node's URL, which a careless server may repeat. */
const clientName = (answer: unknown, url: string): string =>
  typeof answer === 'string' ? removeSecrets(answer, splitSecretUrl(url).secrets).slice(0, 100) : ''

/** Some servers answer one call and not a list of them. */
async function findOutBatches(connection: NodeConnection) {
  connection.batches = true
  const two = [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_blockNumber', params: [] },
  ]
  try {
    await connection.many(two)
  } catch (error) {
    if (!(error instanceof NodeFailure) || error.kind === 'closed' || error.kind === 'timeout') throw error
    connection.batches = false
    await connection.many(two)
  }
}

/** Hardhat and anvil say which run of theirs this is, and where it was forked from another chain. */
function hardhatMetadata(answer: unknown): { instance: string | null; forkedAt: number | null } | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { instanceId, forkedNetwork } = answer as { instanceId?: unknown; forkedNetwork?: unknown }
  return {
    instance: typeof instanceId === 'string' ? instanceId.slice(0, 100) : null,
    forkedAt: forkBlock(forkedNetwork),
  }
}

/** Where an anvil without `hardhat_metadata` was forked. */
const forkOfAnvil = (answer: unknown): number | null =>
  forkBlock((answer as { forkConfig?: unknown } | null | undefined)?.forkConfig)

function forkBlock(fork: unknown): number | null {
  const height = (fork as { forkBlockNumber?: unknown } | null | undefined)?.forkBlockNumber
  const read = typeof height === 'string' ? Number(height) : height
  return typeof read === 'number' && Number.isSafeInteger(read) && read >= 0 ? read : null
}

async function oldestBlock(
  connection: NodeConnection,
  head: number,
  forkedAt: number | null,
): Promise<Pick<ChainIdentity, 'oldest' | 'oldestBecause'>> {
  // The block of the fork as well: an index has a head from the start, and a reset to it finds a common block.
  if (forkedAt !== null) return { oldest: forkedAt, oldestBecause: forkedAt === 0 ? null : 'fork' }
  const refused: number[] = []
  const has = async (height: number) => {
    try {
      return await hasBlock(connection, height, refused.length > 0)
    } catch (error) {
      if (!(error instanceof NodeFailure) || error.kind !== 'refused') throw error
      refused.push(height)
      return false
    }
  }
  if (head === 0 || (await has(1))) return { oldest: 0, oldestBecause: null }
  let [missing, present] = [1, head]
  while (present - missing > 1) {
    const middle = Math.floor((missing + present) / 2)
    if (await has(middle)) present = middle
    else missing = middle
  }
  return { oldest: present, oldestBecause: refused.length > 0 ? 'refused' : 'pruned' }
}

/** With its receipts: a pruned node may keep headers and no more. That it has not is asked twice. */
const hasBlock = async (connection: NodeConnection, height: number, once: boolean): Promise<boolean> =>
  (await givesBlock(connection, height, once)) || (await givesBlock(connection, height, once))

/** Throws NodeFailure `refused` where the node does not say. */
async function givesBlock(connection: NodeConnection, height: number, once: boolean): Promise<boolean> {
  const [block] = await askAgain(
    connection,
    [{ method: 'eth_getBlockByNumber', params: [toHexQuantity(height), true] }],
    { once },
  )
  if (!block || block instanceof NodeRefusal || block.result == null) return false
  const { transactions } = block.result as { transactions?: ({ hash?: unknown } | null)[] }
  const first = transactions?.[0]?.hash
  if (typeof first !== 'string') return true
  const [receipt] = await askAgain(connection, [{ method: 'eth_getTransactionReceipt', params: [first] }], {
    once,
  })
  return !!receipt && !(receipt instanceof NodeRefusal) && receipt.result != null
}

/** For a refusal that is final: the node has no such block. */
function orNull(error: unknown): null {
  if (error instanceof NodeRefusal) return null
  throw error
}

/** Also for one that goes on: most nodes do not have the method, and say so in words of their own. */
function orNothing(error: unknown): null {
  if (error instanceof NodeFailure && error.kind === 'refused') return null
  return orNull(error)
}
