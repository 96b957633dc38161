/** The files of a folder, as a page is given them: by a folder picker, or dropped. */
export interface FolderFile {
  /** Below the folder, with `/`. */
  readonly path: string
  readonly size: number
  readonly text: () => Promise<string>
}

export interface ChosenFolder {
  readonly name: string
  readonly files: readonly FolderFile[]
}

export const MAX_FOLDER_FILES = 5_000
/** Folders in folders. */
const MAX_FOLDER_DEPTH = 12
/** Entries of dropped folders that are looked at, whatever they are. */
const MAX_ENTRIES = 100_000

/** Foundry, Hardhat and Truffle write these beside the artifacts; they hold the same once more, or no ABI. */
const IGNORED = /(^|\/)(build-info|cache|node_modules|\.git)\/|\.(dbg|metadata)\.json$/i

export const isArtifact = (path: string): boolean =>
  /\.(json|abi)$/i.test(path) && !IGNORED.test(path) && path.split('/').length <= MAX_FOLDER_DEPTH

/** Of `<input webkitdirectory>`: each file says where it lies, the folder's own name first. */
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

/** The first folder among what was dropped. Undefined where there is none. To be called while the event is handled. */
export function droppedFolder(items: DataTransferItemList): Promise<ChosenFolder> | undefined {
  const entry = Array.from(items, (item) => item.webkitGetAsEntry()).find((one) => one?.isDirectory === true)
  return entry ? readFolder(entry as FileSystemDirectoryEntry) : undefined
}

/** Breadth first, so that what lies deep does not keep out what lies near. */
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

/** In portions of 100, as the browser gives them; what can't be read has none. */
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

/** Only artifacts are opened, for their size. */
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
