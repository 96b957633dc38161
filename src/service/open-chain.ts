/** The chain that the options name. The caller closes it. */
import { connectNode } from '#platform/json-rpc/node-connection.ts'
import { describeRepairs } from '#shared/node-status.ts'
import type { ChainReader } from './chain-reader.ts'
import {
  InvalidOption,
  type ChainOptions,
  type NodeOptions,
  type SharedOptions,
  type WorkerOptions,
} from './cli-options.ts'
import type { FollowOptions } from './indexer/follow-chain.ts'
import { createSampleChain } from './sample/sample-chain.ts'

/** An index in a database that any number of processes share: what the package of packages/server has. */
export interface SharedIndexes {
  /** Reads an index that another process writes. */
  readonly read: (options: SharedOptions) => Promise<ChainReader>
  readonly followOrStandBy: (
    options: NodeOptions & OpenOptions & { readonly database: string },
  ) => Promise<ChainReader>
  /** Reads blocks for a process that writes. */
  readonly work: (options: WorkerOptions & Pick<OpenOptions, 'log'>) => Promise<Worker>
  readonly storage: (
    database: string,
    log: OpenOptions['log'],
  ) => Promise<NonNullable<FollowOptions['storage']>>
}

interface Worker {
  readonly close: () => Promise<void>
}

export interface OpenOptions extends Pick<FollowOptions, 'fetchMetadata'> {
  readonly shared?: SharedIndexes
  /** Gets a line for each thing that happens to a followed node. */
  readonly log: (line: string) => void
}

/** Rejects with an IndexError where a node can't be followed, with InvalidOption where the package for it is missing. */
export async function openChain(
  options: Exclude<ChainOptions, WorkerOptions>,
  given: OpenOptions,
): Promise<ChainReader> {
  if ('isShared' in options) return required(given.shared).read(options)
  if (!('rpcUrl' in options)) return createSampleChain(options)
  const { database, ...followed } = options
  const shared = database === undefined ? null : required(given.shared)
  await refuseBlockAboveHead(options)
  if (database !== undefined && shared) return shared.followOrStandBy({ ...followed, ...given, database })
  // Only for an index: what reads one takes a while to load.
  const { followChain } = await import('./indexer/follow-chain.ts')
  const { reader } = await followChain({ ...followed, ...given })
  return reader
}

function required(shared: SharedIndexes | undefined): SharedIndexes {
  if (shared) return shared
  throw new InvalidOption(
    '--database and CHAINGLASS_DATABASE need the package @chainglass/server, which is not in the app: in a checkout, npm run build:server, then npm install --global ./packages/server. Its chainglass-server takes the same options.',
  )
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
  { shared, log }: Pick<OpenOptions, 'shared' | 'log'>,
): Promise<Worker> {
  return required(shared).work({ ...options, log })
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
  const { database, ...followed } = options
  const storage =
    database === undefined ? undefined : await required(given.shared).storage(database, given.log)
  const chain = await followChain({ ...followed, ...given, ...(storage && { storage }) })
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
