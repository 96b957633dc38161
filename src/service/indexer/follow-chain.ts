/**
 * The indexer: follows an Ethereum JSON-RPC node and serves the API's lists from an index on this machine.
 *
 * Data flows one way, and each folder imports only folders named before it:
 * `model/` (shared types) <- `decode/` (ABIs, events, texts; no I/O) <- `node/` (JSON-RPC) and `store/` (SQLite)
 * <- `sync/` (writes what the node gives into the store) and `read/` (the store as lists; knows neither node nor sync)
 * <- `follow/` (connects these parts and keeps them running).
 */
import type { NodeStatus } from '#shared/node-status.ts'
import type { ChainReader } from '../chain-reader.ts'
import { ChainFollower } from './follow/chain-follower.ts'
import { NewestFirst } from './follow/newest-first.ts'
import type { FollowOptions } from './follow/follow-options.ts'
import { IndexError } from './model/index-error.ts'
import type { VerifyReport } from './model/verify-report.ts'

export type { FollowOptions } from './follow/follow-options.ts'

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

/**
 * Resolves when there is something to serve: a node has responded, or there is an index from before.
 * Rejects with IndexError: no_node, not_ethereum, different_chains, bad_url, other_addresses, newer_database, locked_database, disk_full.
 */
export async function followChain(options: FollowOptions): Promise<FollowedChain> {
  const urls = [options.rpcUrl, ...(options.moreRpcUrls ?? [])]
  if (!urls.every((url) => URL.canParse(url) && /^(?:https?|wss?):$/.test(new URL(url).protocol))) {
    throw new IndexError('bad_url', 'The address of a node begins with http://, https://, ws:// or wss://.')
  }
  const follower = options.newestFirst ? new NewestFirst(options) : new ChainFollower(options)
  await follower.start()
  return follower
}
