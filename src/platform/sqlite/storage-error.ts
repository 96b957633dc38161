/** Converts errors of SQLite and of the file system to `storage` errors. */
import type { StorageKind, StorageTarget } from '#shared/errors/error-reasons.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'

export const createStorageError = (kind: StorageKind, target?: StorageTarget) =>
  new ChainglassFailure({ code: 'storage', kind, ...(target ? { target } : {}) })

/** Another process owns the data folder; `pid` is null if unknown. */
export class DataFolderInUseError extends ChainglassFailure {
  readonly pid: number | null
  constructor(pid: number | null) {
    super({ code: 'storage', kind: 'in_use', ...(pid === null ? {} : { pid }) })
    this.name = 'DataFolderInUseError'
    this.pid = pid
  }
}

/** Converts a disk failure to a `ChainglassFailure`; returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof ChainglassFailure) return error
  const kind = getStorageErrorKind(error)
  return kind ? createStorageError(kind) : error
}

/** Undefined if the error is no disk failure. */
export function getStorageErrorKind(error: unknown): StorageKind | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof ChainglassFailure) return error.error.code === 'storage' ? error.error.kind : undefined
  const { errcode, code } = error as { errcode?: number; code?: string }
  if (typeof errcode === 'number') return errcode === SHARED_MEMORY_SIZE ? 'full' : BY_SQLITE[errcode & 0xff]
  return code === undefined ? undefined : BY_SYSTEM[code]
}

/** SQLITE_IOERR_SHMSIZE: the shared memory file of the write-ahead log can't grow. */
const SHARED_MEMORY_SIZE = 10 | (19 << 8)

/** By SQLite's primary result codes. */
const BY_SQLITE: Readonly<Record<number, StorageKind>> = {
  3: 'read_only', // SQLITE_PERM
  5: 'in_use', // SQLITE_BUSY
  6: 'in_use', // SQLITE_LOCKED
  8: 'read_only', // SQLITE_READONLY
  10: 'unreachable', // SQLITE_IOERR
  11: 'damaged', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  14: 'unreachable', // SQLITE_CANTOPEN
  23: 'read_only', // SQLITE_AUTH
  26: 'damaged', // SQLITE_NOTADB
}

/** By the system's error codes. */
const BY_SYSTEM: Readonly<Record<string, StorageKind>> = {
  EACCES: 'read_only',
  EPERM: 'read_only',
  EROFS: 'read_only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EISDIR: 'no_file',
  NOT_A_FILE: 'no_file',
  EIO: 'unreachable',
  ENOTDIR: 'unreachable',
  EEXIST: 'unreachable',
  ENOENT: 'unreachable',
  ELOOP: 'unreachable',
  ENAMETOOLONG: 'unreachable',
}
