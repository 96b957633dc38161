/**
 * The indexer: follows an Ethereum JSON-RPC node and serves the API's lists from an index on this machine.
 *
 * Data flows one way, and each folder imports only folders named before it:
 * `model/` (shared types) <- `decode/` (ABIs, events, texts; no I/O) <- `node/` (JSON-RPC) and `store/` (SQLite)
 * <- `sync/` (writes what the node gives into the store) and `read/` (the store as lists; knows neither node nor sync)
 * <- `follow/` (connects these parts and keeps them running).
 */
import { ChainFollower } from './follow/chain-follower.ts'
import { NewestFirst } from './follow/newest-first.ts'
import type { FollowedChain, FollowOptions } from './follow/follow-options.ts'
import { IndexError } from './model/index-error.ts'

export type { FollowedChain, FollowOptions } from './follow/follow-options.ts'

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
