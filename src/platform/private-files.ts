/**
 * Files that only the person who runs the app can read: 0600 in folders of 0700. Someone else may have put a symbolic
 * link at a name; writing follows no link.
 */
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const OTHERS = 0o077
/** The sticky bit, of a shared folder like /tmp. */
const SHARED = 0o1000
const { O_CREAT, O_EXCL, O_WRONLY, O_APPEND } = constants
/** Windows has no such flag; there an access list protects a person's folders. */
const O_NOFOLLOW = (constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0

/**
 * Creates the folder and its missing parents; throws the disk's error. Node's own `recursive` never ends if the
 * system reports a folder as missing in its own place (`/proc/x`).
 */
export function makeFolders(path: string): void {
  try {
    mkdirSync(path, FOLDER_MODE)
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(above)) throw error
    makeFolders(above)
    makeFolders(path)
  }
}

/** Creates a folder like `makeFolders`, and closes an existing one to others. */
export function makePrivateFolder(path: string): void {
  makeFolders(path)
  closeToOthers(path)
}

/** Creates a folder that the person chose, which may be a link. */
export function makeDataFolder(path: string): void {
  makeFolders(path)
  closeToOthers(realpathSync(path))
}

/**
 * `new`: replaces whatever has that name, even a link. `existing`: opens what is there; throws `ELOOP` if the name is
 * a link.
 */
const WRITING = {
  new: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
  existing: O_WRONLY | O_NOFOLLOW,
}

/**
 * Opens a file for writing without following a link. Every file that is written opens with this function or the next.
 * Returns the file descriptor, which the caller closes.
 */
export function openForWritingSync(path: string, how: keyof typeof WRITING): number {
  if (how === 'new') rmSync(path, { force: true })
  return openSync(path, WRITING[how], FILE_MODE)
}

/** Opens a file for writing piece by piece, without following a link. */
export async function openForWriting(path: string, how: keyof typeof WRITING): Promise<FileHandle> {
  if (how === 'new') await rm(path, { force: true })
  return open(path, WRITING[how], FILE_MODE)
}

/**
 * Throws `NOT_A_FILE` if the name is something else: opening a pipe blocks until another process writes to it, and
 * only the end of the process stops that. Links are followed.
 */
export function requireFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw Object.assign(new Error(`${path} is no file.`), { code: 'NOT_A_FILE' })
}

/** Reads a small file of ours as text. Throws if it is missing or no file. */
export function readPrivateFile(path: string): string {
  requireFile(path)
  return readFileSync(path, 'utf8')
}

/** Creates the file if it is missing. Throws `ELOOP` if the name is a link. */
export function ensurePrivateFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) closeToOthers(path)
  else closeSync(openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW, FILE_MODE))
}

/** Replaces the whole file in one step. If that fails, for example on a full disk, the file stays unchanged. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.new`
  try {
    const file = openForWritingSync(draft, 'new')
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Appends all of the content or nothing. Throws `ELOOP` if the name is a link. */
export function appendPrivateFile(path: string, content: string | Uint8Array): void {
  const file = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, FILE_MODE)
  try {
    const { size } = fstatSync(file)
    try {
      writeFileSync(file, content)
    } catch (error) {
      ftruncateSync(file, size)
      throw error
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Removes the rights of others from a file or folder of ours that an older version may have created. It leaves
 * missing files, another user's files and shared folders unchanged. Throws `ELOOP` if the name is a link.
 */
export function closeToOthers(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isSymbolicLink()) throw Object.assign(new Error(`${path} is a symbolic link.`), { code: 'ELOOP' })
  if (process.platform === 'win32' || (found.mode & OTHERS) === 0 || (found.mode & SHARED) !== 0) return
  try {
    chmodSync(path, found.mode & 0o777 & ~OTHERS)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EPERM', 'EROFS'].includes(code)) throw error
  }
}

/** Removes the rights of others from everything in a folder of ours. Links in it are left alone. */
export function closeFolderToOthers(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  closeToOthers(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) closeToOthers(join(entry.parentPath, entry.name))
}
