/** The files of a folder, from a folder picker or a drop. */
export interface FolderFile {
  /** Path below the folder, separated by `/`. */
  readonly path: string
  readonly size: number
  readonly text: () => Promise<string>
}

export interface ChosenFolder {
  readonly name: string
  readonly files: readonly FolderFile[]
}

export const MAX_FOLDER_FILES = 5_000
/** Maximum depth of nested folders. */
const MAX_FOLDER_DEPTH = 12
/** Maximum number of entries read from dropped folders, of any kind. */
const MAX_ENTRIES = 100_000

/** Files that Foundry, Hardhat and Truffle write beside the artifacts: they repeat the ABIs or hold none. */
const IGNORED = /(^|\/)(build-info|cache|node_modules|\.git)\/|\.(dbg|metadata)\.json$/i

export const isArtifact = (path: string): boolean =>
  /\.(json|abi)$/i.test(path) && !IGNORED.test(path) && path.split('/').length <= MAX_FOLDER_DEPTH

/** The files of `<input webkitdirectory>`. Each file has its path, which begins with the folder's name. */
export function pickedFolder(files: FileList): ChosenFolder | undefined {
  const [first] = files
  if (!first) return undefined
  const [name = ''] = first.webkitRelativePath.split('/')
  return {
    name,
    files: Array.from(files, (file) => ({
      path: file.webkitRelativePath.split('/').slice(1).join('/'),
      size: file.size,
      text: () => file.text(),
    })),
  }
}

/**
 * The first folder of a drop; undefined if there is none. Call it while the drop event is handled: its items are
 * empty later.
 */
export function droppedFolder(items: DataTransferItemList): Promise<ChosenFolder> | undefined {
  const entry = Array.from(items, (item) => item.webkitGetAsEntry()).find((one) => one?.isDirectory === true)
  return entry ? readFolder(entry as FileSystemDirectoryEntry) : undefined
}

/** Breadth first, so that the limit cuts deeply nested files and not those near the root. */
async function readFolder(root: FileSystemDirectoryEntry): Promise<ChosenFolder> {
  const files: FolderFile[] = []
  const waiting: {
    readonly folder: FileSystemDirectoryEntry
    readonly path: string
    readonly depth: number
  }[] = [{ folder: root, path: '', depth: 1 }]
  let seen = 0
  for (let next = waiting.shift(); next && seen < MAX_ENTRIES; next = waiting.shift()) {
    const { path, depth } = next
    for (const entry of await entriesOf(next.folder, MAX_ENTRIES - seen)) {
      seen += 1
      const place = path + entry.name
      if (entry.isDirectory && depth < MAX_FOLDER_DEPTH)
        waiting.push({ folder: entry as FileSystemDirectoryEntry, path: `${place}/`, depth: depth + 1 })
      else if (entry.isFile && files.length <= MAX_FOLDER_FILES + 1_000)
        files.push(await fileOf(entry as FileSystemFileEntry, place))
    }
  }
  return { name: root.name, files }
}

/** Entries of a folder, at most `max`. The browser gives them in portions of 100. A folder that can't be read has none. */
async function entriesOf(folder: FileSystemDirectoryEntry, max: number): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  while (found.length < max) {
    const portion = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => {
        resolve([])
      })
    })
    if (portion.length === 0) break
    found.push(...portion)
  }
  return found
}

/** A file of the folder. Only artifacts are opened, because only their size and content are used. */
async function fileOf(entry: FileSystemFileEntry, path: string): Promise<FolderFile> {
  const file = isArtifact(path)
    ? await new Promise<File | undefined>((resolve) => {
        entry.file(resolve, () => {
          resolve(undefined)
        })
      })
    : undefined
  return {
    path,
    size: file?.size ?? 0,
    text: () => file?.text() ?? Promise.reject(new Error('The file can’t be opened.')),
  }
}
