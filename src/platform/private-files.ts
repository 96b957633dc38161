/**
 * Files that only the person who runs the app can read: 0600 in folders of 0700. A name may be a symbolic link that
 * someone else has put there; no link is followed when a file is written.
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
/** The sticky bit: a folder like /tmp. */
const SHARED = 0o1000
const { O_CREAT, O_EXCL, O_WRONLY, O_APPEND } = constants
/** Windows has none; there a person's folders are theirs by their access list. */
const O_NOFOLLOW = (constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0

/**
 * Makes the folder, and those above that are missing; throws what the disk says. Node's own `recursive` never ends where the
 * system says of a folder's own place that it is not there (`/proc/x`).
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

/** The same. One that is there already is closed to others. */
export function makePrivateFolder(path: string): void {
  makeFolders(path)
  closeToOthers(path)
}

/** The same for the folder that a person chose: theirs may be a link. */
export function makeDataFolder(path: string): void {
  makeFolders(path)
  closeToOthers(realpathSync(path))
}

/** `new`: in place of whatever has that name, be it a link. `existing`: what is there; throws `ELOOP` where the name is a link. */
const WRITING = {
  new: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
  existing: O_WRONLY | O_NOFOLLOW,
}

/** The only way to open a file that is written to, with what stands behind no link. The number of the file, to be closed. */
export function openForWritingSync(path: string, how: keyof typeof WRITING): number {
  if (how === 'new') rmSync(path, { force: true })
  return openSync(path, WRITING[how], FILE_MODE)
}

/** The same for what is written piece by piece. */
export async function openForWriting(path: string, how: keyof typeof WRITING): Promise<FileHandle> {
  if (how === 'new') await rm(path, { force: true })
  return open(path, WRITING[how], FILE_MODE)
}

/**
 * Throws `NOT_A_FILE` where something else has that name: opening a pipe waits for whoever writes to it, and nothing but
 * the end of the process ends that. Links are followed.
 */
export function requireFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw Object.assign(new Error(`${path} is no file.`), { code: 'NOT_A_FILE' })
}

/** A small file of ours, as text. Throws where it is not there, or no file. */
export function readPrivateFile(path: string): string {
  requireFile(path)
  return readFileSync(path, 'utf8')
}

/** Makes the file where there is none. Throws `ELOOP` where the name is a link. */
export function ensurePrivateFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) closeToOthers(path)
  else closeSync(openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW, FILE_MODE))
}

/** Replaces the file as a whole, in one step. Where that fails, for example on a full disk, it stays as it was. */
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

/** All of the content or nothing of it. Throws `ELOOP` where the name is a link. */
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
 * Takes the rights of others away from a file or folder of ours that may be older than this rule. Left as they are: what
 * is not there, what belongs to someone else, and a folder that all share. Throws `ELOOP` where the name is a link.
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

/** The same for all that is in a folder of ours. Links in it are left alone. */
export function closeFolderToOthers(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  closeToOthers(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) closeToOthers(join(entry.parentPath, entry.name))
}
