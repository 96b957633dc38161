/** Where the indexes of chains are kept: files in a folder, or what a host has besides (src/server). */
import type { NodeText } from '#shared/node-texts.ts'
import type { ChainIdentity } from '../node/chain-identity.ts'
import type { IndexDatabase } from '../store/index-database.ts'
import type { Backfill } from '../sync/sync-context.ts'

/**
 * A chain is identified by its id, its genesis block and, on development nodes, the run of the node: two chains at one URL
 * get two indexes, and the older one is kept.
 */
export interface IndexStorage {
  /** Names of indexes that may hold this chain, oldest first; their content decides. */
  readonly find: (chain: IndexIdentity) => readonly string[]
  /** `run`, from 1: another run of a chain with the same genesis gets its own index. */
  readonly nameOf: (chain: IndexIdentity, run: number) => string
  /** Throws IndexError. */
  readonly open: (name: string) => IndexDatabase
  /** The index of the chain that responded at this URL last, for when no node responds now. */
  readonly lastFor: (url: string) => string | null
  readonly saveLast: (url: string, name: string | null) => void
  /** Keeps a damaged one under another name; returns a sentence about it. */
  readonly moveDamaged: (name: string) => NodeText
  /** Removes an index that is closed. */
  readonly remove: (name: string) => void
  /** Makes a closed index of the chain the one of its newest blocks, in place of any other. */
  readonly setAside: (name: string, chain: IndexIdentity) => void
  /** Whether there is an index of the newest blocks of a chain. */
  readonly hasRecent: (chain: IndexIdentity) => boolean
  readonly removeRecent: (chain: IndexIdentity) => void
  /** Other processes read what is written, and are told how it is. */
  readonly isShared: boolean
  /** The workers that read blocks for an index; null where the storage can't have any. */
  readonly openBackfill: (database: IndexDatabase, log: (line: string) => void) => Backfill | null
  /** For sentences: a path, or the host of a database. */
  readonly place: string
}

export type IndexIdentity = Pick<ChainIdentity, 'chainId' | 'genesis' | 'isFork'>

/** `recent`: the newest blocks of a chain, while the index of the whole chain lacks some of them. */
export type IndexKind = 'whole' | 'recent'

/** A fork has the id and the genesis block of the chain it goes on with, and never its index. */
export const stemOf = (chain: IndexIdentity, kind: IndexKind) =>
  `${kind === 'recent' ? 'recent-' : ''}${chain.isFork ? 'fork' : 'chain'}-${chain.chainId}-${chain.genesis?.slice(2, 14) ?? 'pruned'}`

/** The URL without password and query, and with its path hashed: it may contain a key, which must not be stored. */
export function keyOfUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return pathname === '/' ? `${protocol}//${host}` : `${protocol}//${host}/#${shortHash(pathname)}`
}

function shortHash(text: string): string {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return hash.toString(16)
}
