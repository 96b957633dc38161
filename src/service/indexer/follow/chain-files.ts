/**
 * Which file holds which chain. A chain is its id, its genesis block, and on development nodes the run of the node: two
 * chains behind one URL get two files, and the old one is kept.
 */
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainIdentity } from '../node/chain-identity.ts'

interface Catalog {
  /** File of the chain last seen behind a URL. */
  readonly urls: Readonly<Record<string, string>>
}

const CATALOG = 'nodes.json'

/** Files that may hold this chain, in the order they were begun; the last word is what is in them. */
export function chainFiles(dataDir: string, chain: Pick<ChainIdentity, 'chainId' | 'genesis'>): string[] {
  mkdirSync(dataDir, { recursive: true })
  const stem = stemOf(chain)
  const numberOf = (name: string) => Number(/-(\d+)\.sqlite$/.exec(name.slice(stem.length))?.[1] ?? 1)
  return readdirSync(dataDir)
    .filter(
      (name) => name === `${stem}.sqlite` || (name.startsWith(`${stem}-`) && /-\d+\.sqlite$/.test(name)),
    )
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map((name) => join(dataDir, name))
}

/** A file of its own for another run of a chain with the same genesis. */
export function newChainFile(dataDir: string, chain: Pick<ChainIdentity, 'chainId' | 'genesis'>): string {
  const taken = new Set(chainFiles(dataDir, chain))
  for (let run = 1; ; run++) {
    const path = join(dataDir, `${stemOf(chain)}${run === 1 ? '' : `-${String(run)}`}.sqlite`)
    if (!taken.has(path)) return path
  }
}

const stemOf = (chain: Pick<ChainIdentity, 'chainId' | 'genesis'>) =>
  `chain-${chain.chainId}-${chain.genesis?.slice(2, 14) ?? 'pruned'}`

/** The file of the chain that was last behind this URL, for when no node answers there now. */
export const rememberedFile = (dataDir: string, url: string): string | null => {
  const name = readCatalog(dataDir).urls[keyOf(url)]
  return name === undefined ? null : join(dataDir, name)
}

export function rememberFile(dataDir: string, url: string, path: string | null) {
  const { [keyOf(url)]: _, ...others } = readCatalog(dataDir).urls
  const urls = path === null ? others : { ...others, [keyOf(url)]: path.slice(dataDir.length + 1) }
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, CATALOG)
  writeFileSync(`${file}.new`, JSON.stringify({ urls }, null, 2))
  renameSync(`${file}.new`, file)
}

/** A URL without its password, path key and query: nothing secret is written down. */
function keyOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return pathname === '/' ? `${protocol}//${host}` : `${protocol}//${host}/#${shortenHash(pathname)}`
}

function shortenHash(text: string): string {
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
