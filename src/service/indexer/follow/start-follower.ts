import { IndexError } from '../model/index-error.ts'
import type { FollowedChain, FollowOptions } from './follow-options.ts'
import { NewestFirst } from './newest-first.ts'

/**
 * Resolves when there is something to serve: a node has responded, or there is an index from before.
 * Rejects with IndexError: no_node, not_ethereum, different_chains, bad_url, other_addresses, newer_database, locked_database, disk_full.
 */
export async function startFollower(options: FollowOptions): Promise<FollowedChain> {
  const urls = [options.rpcUrl, ...(options.moreRpcUrls ?? [])]
  if (!urls.every((url) => URL.canParse(url) && /^(?:https?|wss?):$/.test(new URL(url).protocol))) {
    throw new IndexError('bad_url', 'The address of a node begins with http://, https://, ws:// or wss://.')
  }
  const follower = new NewestFirst(options)
  await follower.start()
  return follower
}
