/**
 * Locks the data folder for one process. The lock file is an empty SQLite file that the operating system locks: this
 * ends with the process in any case, and no leftover file can prevent the next start. The pid in the file beside it
 * is only for the message.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readPrivateFile, writePrivateFile } from '#platform/private-files.ts'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { DataFolderInUseError, getStorageErrorKind, toStorageError } from '#platform/sqlite/storage-error.ts'

const LOCK_FILE = 'chainglass.lock'
const PID_FILE = 'chainglass.pid'

/** Returns a function that releases the lock. Throws `DataFolderInUseError`, or `storage` if it can't write there. */
export function lockFolder(dataDir: string): () => void {
  const pidFile = join(dataDir, PID_FILE)
  let lock: Database | undefined
  try {
    lock = openDatabase(join(dataDir, LOCK_FILE))
    // Without a journal file, for which there may be no room.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    savePid(pidFile)
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

/** On a full disk, the message lacks the pid. */
function savePid(path: string) {
  try {
    writePrivateFile(path, String(process.pid))
  } catch (error) {
    if (getStorageErrorKind(error) !== 'full') throw error
  }
}

function readPid(path: string): number | null {
  try {
    const pid = Number(readPrivateFile(path))
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}
