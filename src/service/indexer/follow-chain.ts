/** Follows any Ethereum JSON-RPC node into one SQLite file per chain and reads the API's lists from there. */
import type { ChainReader } from '../chain-reader.ts'
import { ChainFollower } from './follow/chain-follower.ts'
import { IndexError } from './model/index-error.ts'
import type { NodeStatus } from '#shared/node-status.ts'
import type { FetchMetadata } from './sync/facts/nft-metadata.ts'

export interface FollowOptions {
  /** `http:`, `https:`, `ws:` or `wss:`. */
  readonly rpcUrl: string
  /** Folder for the index files, one a chain; made where it is missing. */
  readonly dataDir: string
  /** Folder of Foundry's `out/` or Hardhat's `artifacts/`: names for contracts, methods and errors. */
  readonly abiDir?: string
  /** The first block to index, where the node's oldest is not wanted. */
  readonly fromBlock?: number
  /** Bound on the index file's size. */
  readonly maxBytes?: number
  /** How long one answer of the node may take. */
  readonly requestTimeoutMs?: number
  /** How metadata of NFTs is fetched that lies elsewhere (http, ipfs); without it, it is not. */
  readonly fetchMetadata?: FetchMetadata
  readonly log?: (line: string) => void
  readonly onStatus?: (status: NodeStatus) => void
}

export interface FollowedChain {
  /** Stays valid over restarts of the node and over other chains behind the same URL. */
  readonly reader: ChainReader
  status(): NodeStatus
  /** Calls the listener on every change; gives what ends that. */
  onStatus(listener: (status: NodeStatus) => void): () => void
  /** Ends asking the node; what is indexed is served. */
  pause(): void
  resume(): void
  /** Closes, and deletes the index of the chain that is followed now. */
  forget(): Promise<void>
  close(): Promise<void>
}

/**
 * Resolves once there is something to serve: a node has answered, or none answers and an index of an earlier time is there.
 * Rejects with IndexError: no_node, not_ethereum, bad_url, newer_database, locked_database, disk_full.
 */
export async function followChain(options: FollowOptions): Promise<FollowedChain> {
  if (!URL.canParse(options.rpcUrl) || !/^(?:https?|wss?):$/.test(new URL(options.rpcUrl).protocol)) {
    throw new IndexError('bad_url', 'The address of a node begins with http://, https://, ws:// or wss://.')
  }
  const follower = new ChainFollower(options)
  await follower.start()
  return {
    reader: follower.reader,
    status: () => follower.status(),
    onStatus: (listener) => follower.onStatus(listener),
    pause: () => {
      follower.pause()
    },
    resume: () => {
      follower.resume()
    },
    forget: () => follower.forget(),
    close: () => follower.close(),
  }
}
