/** The chain that the options name. The caller closes it. */
import { connectNode } from '#platform/json-rpc/node-connection.ts'
import { describeRepairs } from '#shared/node-status.ts'
import type { ChainReader } from './chain-reader.ts'
import { InvalidOption, type ChainOptions, type NodeOptions, type WorkerOptions } from './cli-options.ts'
import type { FollowOptions } from './indexer/follow-chain.ts'
import { createSampleChain } from './sample/sample-chain.ts'

export interface OpenOptions extends Pick<FollowOptions, 'fetchMetadata'> {
  /** Gets a line for each thing that happens to a followed node. */
  readonly log: (line: string) => void
}

/** Rejects with an IndexError where a node can't be followed. */
export async function openChain(
  options: Exclude<ChainOptions, WorkerOptions>,
  given: OpenOptions,
): Promise<ChainReader> {
  // Only for an index: what reads one takes a while to load.
  if ('isShared' in options) {
    const { openSharedChain } = await import('./indexer/follow/shared-chain.ts')
    return openSharedChain(options)
  }
  if (!('rpcUrl' in options)) return createSampleChain(options)
  await refuseBlockAboveHead(options)
  const { database } = options
  if (database !== undefined) {
    const { followOrStandBy } = await import('./indexer/follow/stand-by.ts')
    return followOrStandBy({ ...options, ...given, database })
  }
  const { followChain } = await import('./indexer/follow-chain.ts')
  const { reader } = await followChain({ ...options, ...given })
  return reader
}

/** An index from a block on that the chain has not would be empty, and look whole. */
async function refuseBlockAboveHead({ rpcUrl, moreRpcUrls = [], fromBlock }: NodeOptions) {
  if (fromBlock === undefined) return
  const heads = await Promise.all([rpcUrl, ...moreRpcUrls].map(headOf))
  // The one that is furthest counts, as when they are followed.
  const head = Math.max(...heads)
  if (fromBlock > head)
    throw new InvalidOption(
      `--from-block ${String(fromBlock)} is above the newest block of the node, ${String(head)}.`,
    )
}

/** Infinity where a node does not answer: whoever follows it says what is wrong with it. */
async function headOf(rpcUrl: string): Promise<number> {
  const node = connectNode(rpcUrl)
  try {
    return Number(await node.request('eth_blockNumber', []))
  } catch {
    return Infinity
  } finally {
    node.close()
  }
}

/** Reads blocks for an index that another process writes. Rejects with an IndexError where it can't begin. */
export async function startWorker(
  options: WorkerOptions,
  { log }: Pick<OpenOptions, 'log'>,
): Promise<{ readonly close: () => Promise<void> }> {
  const { BackfillWorker } = await import('./indexer/follow/backfill-worker.ts')
  const worker = new BackfillWorker({ ...options, log })
  await worker.start()
  return worker
}

const NO_INDEX =
  'There is no index of this node to compare: one is made when the node is followed without --verify.'

/** Compares the index of a node with it and repairs what differs; gives what was found, in lines, and whether all is well now. */
export async function verifyChain(
  options: NodeOptions,
  given: OpenOptions,
): Promise<{ readonly lines: readonly string[]; readonly isWhole: boolean }> {
  const { followChain } = await import('./indexer/follow-chain.ts')
  const { describeReport } = await import('./indexer/model/verify-report.ts')
  const chain = await followChain({ ...options, ...given })
  try {
    // One that was only begun now would be compared with what it is just read from.
    if (chain.status().head === null) return { lines: [NO_INDEX], isWhole: false }
    const report = await chain.verify()
    const { repairs } = chain.status()
    const left = describeRepairs(repairs)
    return {
      lines: [
        ...describeReport(report),
        ...(left === null ? [] : [`Refused by the node: ${left} when it is followed again.`]),
      ],
      isWhole: report.untraced === 0 && repairs.length === 0,
    }
  } finally {
    await chain.close()
  }
}
