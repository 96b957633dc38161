import type { NodeStatus } from '#shared/node-status.ts'
import type { ChainReader } from '../../chain-reader.ts'
import type { VerifyReport } from '../model/verify-report.ts'
import type { RepairDelays } from '../store/repair-table.ts'
import type { IndexKind, IndexStorage } from './index-storage.ts'
import type { FetchMetadata } from '../sync/facts/nft-metadata.ts'

export interface FollowOptions {
  /** `http:`, `https:`, `ws:` or `wss:`. */
  readonly rpcUrl: string
  /** URLs of other nodes of the same chain: blocks are read from all of them at the same time. */
  readonly moreRpcUrls?: readonly string[]
  /** Folder for the index files, one per chain; created where it is missing. */
  readonly dataDir: string
  /** Where the indexes are kept instead. */
  readonly storage?: (kind: IndexKind) => IndexStorage
  /** The caller turns `database` into a `storage`; left here, the index would be in a file. */
  readonly database?: never
  /** Folder of Foundry's `out/` or Hardhat's `artifacts/`: names for contracts, methods and errors. */
  readonly abiDir?: string
  /** The first block to index; without it, the node's oldest. */
  readonly fromBlock?: number
  /** The index is kept for these addresses: what names none of them is not written to it. All of the chain without. */
  readonly only?: readonly string[]
  /**
   * While the index is far behind its node, its newest blocks are served from an index of their own.
   * There are defaults for how many.
   */
  readonly newestFirst?: boolean | RecentBlocks
  /** No call frames are asked for: calls inside transactions are not indexed. */
  readonly withoutTraces?: boolean
  /** Maximum size of the index file. */
  readonly maxBytes?: number
  /** For one response of the node. */
  readonly requestTimeoutMs?: number
  /** The same, by method of JSON-RPC. */
  readonly methodTimeoutsMs?: Readonly<Record<string, number>>
  /** Fetches NFT metadata at external links (http, ipfs); without it, such metadata is not fetched. */
  readonly fetchMetadata?: FetchMetadata
  /** When what the node refused is asked for again; there is a default. */
  readonly repairs?: RepairDelays
  /** Milliseconds between two steps of the check that compares the index with the node; there is a default. */
  readonly verifyStepMs?: number
  /** Another process has become the one that writes this index of the database, while this one was cut off from it. */
  readonly onLockLost?: (index: string) => void
  readonly log?: (line: string) => void
  readonly onStatus?: (status: NodeStatus) => void
}

export interface RecentBlocks {
  /** The whole index is far behind where it lacks more blocks than this. */
  readonly far: number
  /** The newest blocks that are read first. */
  readonly recent: number
}

export interface FollowedChain {
  /** Stays valid when the node restarts, and when another chain responds at the same URL. */
  readonly reader: ChainReader
  status(): NodeStatus
  /** Calls the listener on every change; returns a function that removes it. */
  onStatus(listener: (status: NodeStatus) => void): () => void
  /** Stops the requests to the node; the index is still served. */
  pause(): void
  resume(): void
  /**
   * Compares the index with the node once all is read, repairs what differs, and gives what was found. Rejects with a
   * NodeFailure where the node goes on not answering.
   */
  verify(): Promise<VerifyReport>
  /** Closes, and deletes the index of the chain that is followed now. */
  forget(): Promise<void>
  close(): Promise<void>
}

export const urlsOf = ({ rpcUrl, moreRpcUrls = [] }: FollowOptions): readonly [string, ...string[]] => [
  rpcUrl,
  ...moreRpcUrls,
]
