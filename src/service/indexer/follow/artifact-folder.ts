import type { Dirent } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArtifact, type Artifact } from '../decode/artifact.ts'

const MAX_FILES = 10_000
const MAX_FILE_BYTES = 32 * 1024 * 1024

/** Reads Foundry's `out/` or Hardhat's `artifacts/`. A file is parsed only after it changed; a missing folder is empty. */
export class ArtifactFolder {
  readonly #path: string
  readonly #read = new Map<string, { stamp: string; artifact: Artifact | null }>()

  constructor(path: string) {
    this.#path = path
  }

  async read(): Promise<readonly Artifact[]> {
    const files = await jsonFiles(this.#path)
    for (const file of files) {
      const info = await stat(file).catch(() => null)
      if (!info || info.size > MAX_FILE_BYTES) continue
      const stamp = `${String(info.mtimeMs)}:${String(info.size)}`
      if (this.#read.get(file)?.stamp === stamp) continue
      const text = await readFile(file, 'utf8').catch(() => '')
      this.#read.set(file, { stamp, artifact: parseArtifact(text, file) })
    }
    const present = new Set(files)
    for (const file of this.#read.keys()) if (!present.has(file)) this.#read.delete(file)
    return [...this.#read.values()].flatMap(({ artifact }) => (artifact ? [artifact] : []))
  }
}

async function jsonFiles(root: string): Promise<string[]> {
  const found: string[] = []
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined && found.length < MAX_FILES; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
    for (const entry of entries) {
      const path = join(folder, entry.name)
      // build-info holds the compiler's complete input and output: tens of megabytes without new facts.
      if (entry.isDirectory() && entry.name !== 'build-info') folders.push(path)
      else if (entry.isFile() && entry.name.endsWith('.json') && !entry.name.endsWith('.dbg.json'))
        found.push(path)
    }
  }
  return found.slice(0, MAX_FILES)
}
