import type { ChainIdentity } from '../node/chain-identity.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { IndexStore } from '../store/index-store.ts'
import { lacksEarlier } from './complete-index.ts'
import { openStoreFor, type OpenStoreOptions } from './open-store.ts'

export interface OpenFromOldestOptions extends Omit<OpenStoreOptions, 'current'> {
  readonly current: () => IndexStore | null
  readonly log: ((line: string) => void) | undefined
  /** Whether the index may become that of the newest blocks now. */
  readonly setAside: () => boolean
  /** Called when the index that lacks earlier blocks was closed, before it is set aside. */
  readonly onAside: () => void
}

/**
 * The index of the chain, from its oldest block on. One that begins later is set aside: it is served, and goes on being
 * written, while all blocks are indexed anew, because balances are added up in their order.
 */
export async function openFromOldest(
  chain: ChainIdentity,
  connection: NodeConnection,
  { current, log, setAside, onAside, ...options }: OpenFromOldestOptions,
): Promise<IndexStore> {
  const open = () => openStoreFor(chain, connection, { ...options, current: current() })
  const store = await open()
  if (!lacksEarlier(store, chain) || !setAside()) return store
  const first = store.firstBlock() ?? 0
  log?.(
    `The blocks ${String(chain.oldest)} to ${String(first - 1)} are not in the index: it is served as it is while they, and all after them, are read into another one.`,
  )
  store.database.close()
  onAside()
  options.storage.setAside(store.database.path, chain)
  return open()
}
