import type { NodeText } from '#shared/node-texts.ts'
import type { AddressFilter } from '../decode/address-filter.ts'
import type { IndexStorage } from './index-storage.ts'
import { IndexError } from '../model/index-error.ts'
import type { ChainIdentity } from '../node/chain-identity.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { readHeadAt } from '../node/read-chain.ts'
import type { IndexDatabase } from '../store/index-database.ts'
import { IndexStore } from '../store/index-store.ts'
import { requireFilter } from './require-filter.ts'

export interface OpenStoreOptions {
  readonly storage: IndexStorage
  /** The store that is open already: its index can't be opened twice. */
  readonly current: IndexStore | null
  /** The addresses that the index is limited to; null for the whole chain. */
  readonly filter: AddressFilter | null
  /** A sentence for the person. */
  readonly onNotice: (notice: NodeText) => void
}

/** Opens the index of the chain that responds: the one that holds it already, or a new one. */
export async function openStoreFor(
  chain: ChainIdentity,
  connection: NodeConnection,
  options: OpenStoreOptions,
): Promise<IndexStore> {
  const opened: IndexStore[] = []
  try {
    for (const path of options.storage.find(chain).toReversed()) {
      const store =
        options.current?.database.path === path ? options.current : openOrMoveDamaged(path, options)
      if (store === null) continue
      opened.push(store)
      if (await holdsChain(store, chain, connection)) return use(store)
    }
    // What another process has begun meanwhile is not passed over: it is locked, and of this chain.
    const others = opened.map(({ database }) => database.path)
    const fresh = openStore(unusedName(chain, options.storage, others), options)
    opened.push(fresh)
    return use(fresh)
  } catch (error) {
    closeOthers(opened, options.current)
    throw error
  }

  function use(store: IndexStore): IndexStore {
    closeOthers(
      opened.filter((each) => each !== store),
      options.current,
    )
    requireFilter(store, options.filter, options.storage.place)
    store.write(() => {
      writeIdentity(store, chain)
      if (!store.head()) store.setFilter(options.filter)
    })
    return store
  }
}

function unusedName(chain: ChainIdentity, { nameOf }: IndexStorage, taken: readonly string[]): string {
  let run = 1
  while (taken.includes(nameOf(chain, run))) run += 1
  return nameOf(chain, run)
}

/** The index of the chain that responded at this URL last; null where there is none. Throws IndexError. */
export function openLastStore(
  storage: IndexStorage,
  url: string,
  filter: AddressFilter | null,
): IndexStore | null {
  const path = storage.lastFor(url)
  return path === null ? null : openRequired(storage.open(path), filter, storage.place)
}

/** Closes the database where it is kept for something else. */
function openRequired(database: IndexDatabase, filter: AddressFilter | null, place: string): IndexStore {
  const store = new IndexStore(database)
  try {
    requireFilter(store, filter, place)
  } catch (error) {
    database.close()
    throw error
  }
  return store
}

function closeOthers(stores: readonly IndexStore[], current: IndexStore | null) {
  for (const store of stores) if (store !== current) store.database.close()
}

/** The index is of this run of the node, or the node still has its newest block: a node that was stopped and went on. */
async function holdsChain(
  store: IndexStore,
  chain: ChainIdentity,
  connection: NodeConnection,
): Promise<boolean> {
  const head = store.head()
  if (!head) return true
  const instance = store.database.meta('instance')
  if (chain.instance === instance) return true
  return (await readHeadAt(connection, head.number).catch(nullIfFinal))?.hash === head.hash
}

/** A node that refuses for now does not say that it has no such block. */
function nullIfFinal(error: unknown): null {
  if (error instanceof NodeRefusal) return null
  throw error
}

const openStore = (name: string, { storage }: OpenStoreOptions): IndexStore =>
  new IndexStore(storage.open(name))

/** `null` where the file is damaged: it is then kept under another name, and the chain is indexed from the start. */
function openOrMoveDamaged(path: string, options: OpenStoreOptions): IndexStore | null {
  try {
    return openStore(path, options)
  } catch (error) {
    if (!(error instanceof IndexError) || error.code !== 'damaged_database') throw error
    options.onNotice(options.storage.moveDamaged(path))
    return null
  }
}

function writeIdentity(store: IndexStore, chain: ChainIdentity) {
  const { database } = store
  database.setMeta('chain_id', chain.chainId)
  database.setMeta('genesis', chain.genesis)
  database.setMeta('instance', chain.instance)
  database.setMeta('client', chain.client)
  // Where an index begins is settled by its first block.
  if (store.firstBlock() === null) database.setMeta('start_reason', chain.oldestBecause)
}
