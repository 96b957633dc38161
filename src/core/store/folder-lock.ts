/**
 * One instance owns the data folder. The lock is the operating system's own on an empty SQLite file: it ends with the
 * process however that ends, and no left-over file can keep a next start out. The pid beside it is only for telling.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  toStorageError,
  DataFolderInUseError,
  getStorageErrorKind,
} from '#platform/sqlite/storage-failure.ts'

const LOCK_FILE = 'chainglass.lock'
const PID_FILE = 'chainglass.pid'

/** Gives how to let go. Throws `DataFolderInUseError`, or `storage` where the folder can't be written to. */
export function lockFolder(dataDir: string): () => void {
  const pidFile = join(dataDir, PID_FILE)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    writeFileSync(pidFile, String(process.pid), { mode: 0o600 })
  } catch (error) {
    lock?.close()
    if (getStorageErrorKind(error) === 'in_use') throw new DataFolderInUseError(readPid(pidFile))
    throw toStorageError(error)
  }
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

function readPid(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}
