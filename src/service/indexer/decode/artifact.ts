/** ABIs and codes of a person's own project: Foundry's `out/`, Hardhat's `artifacts/`, or bare ABI files. */
import type { Dirent } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Abi } from 'viem'

export interface Artifact {
  readonly name: string
  readonly abi: Abi
  /** Code as it lies on the chain, with zeros where values are put in when it is deployed; null in a bare ABI. */
  readonly runtime: Uint8Array | null
}

const MAX_FILES = 10_000
const MAX_FILE_BYTES = 32 * 1024 * 1024

/** Reads the folder again, each file only if it changed. A file that is no artifact is none; a folder that is not there is empty. */
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
      this.#read.set(file, { stamp, artifact: readArtifact(text, file) })
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
      // Build-info holds the compiler's whole input and output: tens of megabytes that say nothing new.
      if (entry.isDirectory() && entry.name !== 'build-info') folders.push(path)
      else if (entry.isFile() && entry.name.endsWith('.json') && !entry.name.endsWith('.dbg.json'))
        found.push(path)
    }
  }
  return found.slice(0, MAX_FILES)
}

interface RawArtifact {
  contractName?: unknown
  abi?: unknown
  deployedBytecode?: unknown
}

export function readArtifact(text: string, file: string): Artifact | null {
  try {
    const json: unknown = JSON.parse(text)
    const base = /([^/\\]+)\.json$/.exec(file)?.[1] ?? file
    if (Array.isArray(json)) return isAbi(json) ? { name: base, abi: json, runtime: null } : null
    const raw = json as RawArtifact | null
    if (!Array.isArray(raw?.abi) || !isAbi(raw.abi)) return null
    const code = raw.deployedBytecode as string | { object?: unknown } | undefined
    return {
      name: typeof raw.contractName === 'string' ? raw.contractName : base,
      abi: raw.abi,
      runtime: readCode(typeof code === 'object' ? code.object : code),
    }
  } catch {
    return null
  }
}

const isAbi = (items: readonly unknown[]): items is Abi =>
  items.length > 0 && items.every((item) => typeof (item as { type?: unknown } | null)?.type === 'string')

/** Libraries that are not linked yet stand as `__$...$__` in the code: zeros, like everything put in later. */
function readCode(code: unknown): Uint8Array | null {
  if (typeof code !== 'string') return null
  const hex = code.replace(/^0x/, '').replace(/__.{36}__/g, '0'.repeat(40))
  return hex.length > 0 && /^(?:[0-9a-fA-F]{2})+$/.test(hex) ? Buffer.from(hex, 'hex') : null
}

/** Whether code on the chain is an artifact's: alike but for the compiler's note at its end and what was put in on deploying. */
export function isCodeOf(artifact: Artifact, code: Uint8Array): boolean {
  if (!artifact.runtime) return false
  const [expected, actual] = [withoutNote(artifact.runtime), withoutNote(code)]
  if (expected.length !== actual.length || expected.length === 0) return false
  for (let at = 0; at < expected.length; at++) {
    if (expected[at] === actual[at]) continue
    const gap = zerosAround(expected, at)
    if (gap === null) return false
    at = gap - 1
  }
  return true
}

const MIN_GAP = 20

/** End of a run of zeros that an address or a value may have been put into; null where there is no such run. */
function zerosAround(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] !== 0) return null
  let start = at
  let end = at
  while (start > 0 && bytes[start - 1] === 0) start--
  while (end < bytes.length && bytes[end] === 0) end++
  return end - start >= MIN_GAP ? end : null
}

/** The compiler ends its code with a note (a hash of the sources among it) and the note's length in two bytes. */
function withoutNote(code: Uint8Array): Uint8Array {
  if (code.length < 4) return code
  const length = ((code[code.length - 2] ?? 0) << 8) + (code[code.length - 1] ?? 0)
  const start = code.length - 2 - length
  // CBOR: a map of one to four entries.
  const first = code[start] ?? 0
  return start > 0 && first >= 0xa1 && first <= 0xa4 ? code.subarray(0, start) : code
}
