import { existsSync, renameSync } from 'node:fs'
import { chainFiles, newChainFile } from './chain-files.ts'
import { IndexError } from '../model/index-error.ts'
import type { ChainIdentity } from '../node/chain-identity.ts'
import type { NodeConnection } from '../node/node-connection.ts'
import { readHeadAt } from '../node/read-chain.ts'
import { IndexDatabase, removeIndexFiles } from '../store/index-database.ts'
import { IndexStore } from '../store/index-store.ts'

export interface OpenStoreOptions {
  readonly dataDir: string
  readonly maxBytes?: number | undefined
  /** The store that is open already: a file is opened once only. */
  readonly current: IndexStore | null
  /** Something a person should know about. */
  readonly onNotice: (words: string) => void
}

/** The index of the chain that answers: the one it was followed into before, or a new one. */
export async function openStoreFor(
  chain: ChainIdentity,
  connection: NodeConnection,
  options: OpenStoreOptions,
): Promise<IndexStore> {
  const opened: IndexStore[] = []
  try {
    for (const path of chainFiles(options.dataDir, chain).reverse()) {
      const store = options.current?.database.path === path ? options.current : openOrSetAside(path, options)
      if (store === null) continue
      opened.push(store)
      if (await holds(store, chain, connection)) return keep(store, chain)
    }
    const fresh = open(newChainFile(options.dataDir, chain), options)
    opened.push(fresh)
    return keep(fresh, chain)
  } catch (error) {
    closeOthers(opened, options.current)
    throw error
  }

  function keep(store: IndexStore, identity: ChainIdentity): IndexStore {
    closeOthers(
      opened.filter((each) => each !== store),
      options.current,
    )
    store.write(() => {
      writeIdentity(store, identity)
    })
    return store
  }
}

function closeOthers(stores: readonly IndexStore[], current: IndexStore | null) {
  for (const store of stores) if (store !== current) store.database.close()
}

/** The index is of this run of the chain, or its newest block is still the node's: a node that was stopped and went on. */
async function holds(store: IndexStore, chain: ChainIdentity, connection: NodeConnection): Promise<boolean> {
  const head = store.head()
  if (!head) return true
  const instance = store.database.meta('instance')
  if (chain.instance === instance) return true
  return (await readHeadAt(connection, head.number).catch(() => null))?.hash === head.hash
}

function open(path: string, options: OpenStoreOptions): IndexStore {
  return new IndexStore(new IndexDatabase(path, { maxBytes: options.maxBytes }))
}

/** A damaged file is put beside, whole, and the chain is indexed afresh. */
function openOrSetAside(path: string, options: OpenStoreOptions): IndexStore | null {
  try {
    return open(path, options)
  } catch (error) {
    if (!(error instanceof IndexError) || error.code !== 'damaged_database') throw error
    options.onNotice(setAside(path))
    return null
  }
}

/** Gives words for what was done. */
export function setAside(path: string): string {
  let kept = `${path}.damaged`
  for (let count = 2; existsSync(kept); count++) kept = `${path}.damaged-${String(count)}`
  renameSync(path, kept)
  removeIndexFiles(path)
  return `The index was damaged. It is kept as ${kept}, and the chain is indexed afresh.`
}

function writeIdentity({ database }: IndexStore, chain: ChainIdentity) {
  database.setMeta('chain_id', chain.chainId)
  database.setMeta('genesis', chain.genesis)
  database.setMeta('instance', chain.instance)
  database.setMeta('client', chain.client)
}
