/** Reads the ABIs in a folder of artifacts (Foundry's `out/`, Hardhat's `artifacts/`, or any) into one list of signatures. */
import { wholeSignature, type AbiItem } from '#shared/abi/abi-item.ts'
import { MAX_ABI_ITEMS, readAbiFile } from '#shared/abi/read-abi-file.ts'
import { MAX_ABI_LENGTH } from '#shared/rpc/contract/abi.ts'
import { isArtifact, MAX_FOLDER_FILES, type FolderFile } from './folder-files.ts'

export type Refusal = 'no_abi' | 'too_large' | 'not_readable'

export interface FolderContent {
  /** Number of files that hold an ABI. */
  readonly files: number
  readonly functions: number
  readonly events: number
  readonly errors: number
  /** The text to keep: one signature a line. */
  readonly text: string
  readonly refused: readonly { readonly path: string; readonly why: Refusal }[]
  /** Number of files not read: build information, and files that are no JSON. */
  readonly ignored: number
  /** True if the folder has more than one call reads. */
  readonly isCut: boolean
}

const MAX_FOLDER_BYTES = 200 * 1024 * 1024
/** Maximum size of one artifact; with its syntax tree an artifact has some megabytes. */
const MAX_FILE_BYTES = 10 * 1024 * 1024

/** `onProgress` gets the number of files read and the number of all files. Rejects when `signal` aborts. */
export async function readAbiFolder(
  all: readonly FolderFile[],
  signal: AbortSignal,
  onProgress: (read: number, of: number) => void,
): Promise<FolderContent> {
  const artifacts = all.filter(({ path }) => isArtifact(path))
  const chosen = withinBytes(artifacts.slice(0, MAX_FOLDER_FILES))
  const items = new Map<string, AbiItem>()
  const refused: { path: string; why: Refusal }[] = []
  let [files, length, isFull] = [0, 0, false]
  for (const [at, file] of chosen.entries()) {
    signal.throwIfAborted()
    onProgress(at, chosen.length)
    const found = await readFile(file)
    if (typeof found === 'string') refused.push({ path: file.path, why: found })
    else files += 1
    for (const item of typeof found === 'string' ? [] : found) {
      const line = wholeSignature(item)
      if (items.has(line)) continue
      length += line.length + 1
      if (items.size >= MAX_ABI_ITEMS || length > MAX_ABI_LENGTH) isFull = true
      else items.set(line, item)
    }
  }
  const count = (kind: AbiItem['kind']) => [...items.values()].filter((item) => item.kind === kind).length
  return {
    files,
    functions: count('function'),
    events: count('event'),
    errors: count('error'),
    text: [...items.keys()].join('\n'),
    refused,
    ignored: all.length - artifacts.length,
    isCut: isFull || chosen.length < artifacts.length,
  }
}

function withinBytes(files: readonly FolderFile[]): readonly FolderFile[] {
  let bytes = 0
  return files.filter(({ size }) => size > MAX_FILE_BYTES || (bytes += size) <= MAX_FOLDER_BYTES)
}

async function readFile(file: FolderFile): Promise<readonly AbiItem[] | Refusal> {
  if (file.size > MAX_FILE_BYTES) return 'too_large'
  try {
    const items = readAbiFile(await file.text())
    return items.length === 0 ? 'no_abi' : items
  } catch {
    return 'not_readable'
  }
}
