/** Indexes as SQLite files of a folder, one for each chain. */
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder, readPrivateFile, writePrivateFile } from '#platform/private-files.ts'
import type { NodeText } from '#shared/node-texts.ts'
import { openSqliteIndex, removeIndexFiles } from '../store/sqlite-index.ts'
import { keyOfUrl, stemOf, type IndexIdentity, type IndexKind, type IndexStorage } from './index-storage.ts'

interface Catalog {
  /** By URL: the file of the chain that responded there last. */
  readonly urls: Readonly<Record<string, string>>
}

const CATALOG = 'nodes.json'

/** `maxBytes`: of each file. The folder is created where it is missing. */
export function createFileStorage(dataDir: string, kind: IndexKind, maxBytes?: number): IndexStorage {
  const removeRecent = (chain: IndexIdentity) => {
    for (const path of findFiles(dataDir, stemOf(chain, 'recent'))) removeIndexFiles(path)
  }
  return {
    find: (chain) => findFiles(dataDir, stemOf(chain, kind)),
    nameOf: (chain, run) =>
      join(dataDir, `${stemOf(chain, kind)}${run === 1 ? '' : `-${String(run)}`}.sqlite`),
    open: (path) => openSqliteIndex(path, { maxBytes }),
    lastFor(url) {
      const name = readCatalog(dataDir).urls[keyOfUrl(url)]
      const path = name === undefined ? null : join(dataDir, name)
      return path !== null && existsSync(path) ? path : null
    },
    saveLast(url, path) {
      const { [keyOfUrl(url)]: _, ...others } = readCatalog(dataDir).urls
      const urls = path === null ? others : { ...others, [keyOfUrl(url)]: path.slice(dataDir.length + 1) }
      makeDataFolder(dataDir)
      writePrivateFile(join(dataDir, CATALOG), JSON.stringify({ urls }, null, 2))
    },
    moveDamaged: moveDamagedFile,
    remove: removeIndexFiles,
    setAside(path, chain) {
      removeRecent(chain)
      // A closed file has all of its log.
      renameSync(path, join(dataDir, `${stemOf(chain, 'recent')}.sqlite`))
      removeIndexFiles(path)
    },
    hasRecent: (chain) => findFiles(dataDir, stemOf(chain, 'recent')).length > 0,
    removeRecent,
    isShared: false,
    openBackfill: () => null,
    place: dataDir,
  }
}

function findFiles(dataDir: string, stem: string): string[] {
  makeDataFolder(dataDir)
  const numberOf = (name: string) => Number(/-(\d+)\.sqlite$/.exec(name.slice(stem.length))?.[1] ?? 1)
  return readdirSync(dataDir)
    .filter(
      (name) => name === `${stem}.sqlite` || (name.startsWith(`${stem}-`) && /-\d+\.sqlite$/.test(name)),
    )
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map((name) => join(dataDir, name))
}

function moveDamagedFile(path: string): NodeText {
  let kept = `${path}.damaged`
  for (let count = 2; existsSync(kept); count++) kept = `${path}.damaged-${String(count)}`
  renameSync(path, kept)
  removeIndexFiles(path)
  return { id: 'moved_away', values: { file: kept } }
}

function readCatalog(dataDir: string): Catalog {
  try {
    const { urls } = JSON.parse(readPrivateFile(join(dataDir, CATALOG))) as Partial<Catalog>
    return { urls: typeof urls === 'object' ? urls : {} }
  } catch {
    return { urls: {} }
  }
}
