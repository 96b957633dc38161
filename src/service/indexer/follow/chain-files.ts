/**
 * The index files of the chains. A chain is identified by its id, its genesis block and, on development nodes, the run of
 * the node: two chains at one URL get two files, and the older file is kept.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder, writePrivateFile } from '#platform/private-files.ts'
import type { ChainIdentity } from '../node/chain-identity.ts'

interface Catalog {
  /** By URL: the file of the chain that responded there last. */
  readonly urls: Readonly<Record<string, string>>
}

const CATALOG = 'nodes.json'

/** Files that may hold this chain, oldest first; their content decides. */
export function findChainFiles(dataDir: string, chain: FileIdentity): string[] {
  makeDataFolder(dataDir)
  const stem = stemOf(chain)
  const numberOf = (name: string) => Number(/-(\d+)\.sqlite$/.exec(name.slice(stem.length))?.[1] ?? 1)
  return readdirSync(dataDir)
    .filter(
      (name) => name === `${stem}.sqlite` || (name.startsWith(`${stem}-`) && /-\d+\.sqlite$/.test(name)),
    )
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map((name) => join(dataDir, name))
}

/** An unused path: another run of a chain with the same genesis gets its own file. */
export function newChainFile(dataDir: string, chain: FileIdentity): string {
  const taken = new Set(findChainFiles(dataDir, chain))
  for (let run = 1; ; run++) {
    const path = join(dataDir, `${stemOf(chain)}${run === 1 ? '' : `-${String(run)}`}.sqlite`)
    if (!taken.has(path)) return path
  }
}

type FileIdentity = Pick<ChainIdentity, 'chainId' | 'genesis' | 'isFork'>

/** A fork has the id and the genesis block of the chain it goes on with, and never its file. */
const stemOf = (chain: FileIdentity) =>
  `${chain.isFork ? 'fork' : 'chain'}-${chain.chainId}-${chain.genesis?.slice(2, 14) ?? 'pruned'}`

/** The file of the chain that responded at this URL last, for when no node responds now. */
export const lastFileFor = (dataDir: string, url: string): string | null => {
  const name = readCatalog(dataDir).urls[keyOf(url)]
  return name === undefined ? null : join(dataDir, name)
}

export function saveLastFile(dataDir: string, url: string, path: string | null) {
  const { [keyOf(url)]: _, ...others } = readCatalog(dataDir).urls
  const urls = path === null ? others : { ...others, [keyOf(url)]: path.slice(dataDir.length + 1) }
  makeDataFolder(dataDir)
  const file = join(dataDir, CATALOG)
  writePrivateFile(file, JSON.stringify({ urls }, null, 2))
}

/** The URL without password and query, and with its path hashed: it may contain a key, which must not be stored. */
function keyOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return pathname === '/' ? `${protocol}//${host}` : `${protocol}//${host}/#${shortHash(pathname)}`
}

function shortHash(text: string): string {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return hash.toString(16)
}

function readCatalog(dataDir: string): Catalog {
  try {
    const { urls } = JSON.parse(readFileSync(join(dataDir, CATALOG), 'utf8')) as Partial<Catalog>
    return { urls: typeof urls === 'object' ? urls : {} }
  } catch {
    return { urls: {} }
  }
}
