/**
 * Opens the file with a person's own data: settings, sources, recent items, watched addresses. It never contains a
 * key.
 */
import { existsSync, readdirSync, renameSync, statSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreNotice } from '#shared/rpc/contract/data.ts'
import {
  closeFolderToOthers,
  closeToOthers,
  makeDataFolder,
  makePrivateFolder,
  readPrivateFile,
  writePrivateFile,
} from '#platform/private-files.ts'
import { makeDurable, openDatabase, type Database } from '#platform/sqlite/database.ts'
import {
  createStorageError,
  getStorageErrorKind,
  toStorageError,
  DataFolderInUseError,
} from '#platform/sqlite/storage-error.ts'
import { isBackupDue, listBackups, makeBackup, passesIntegrityCheck, restoreNewest } from './backups.ts'
import { readVersionInFile } from './file-header.ts'
import { migrate, readSchemaVersion } from './migrate.ts'
import { LATEST, MIGRATIONS, type Migration } from './migrations.ts'

export interface Store extends Database {
  /** The folder of the file, or ':memory:'. */
  readonly dataDir: string
  /** Events in the file that the person should know. */
  readonly notices: readonly StoreNotice[]
}

export interface StoreOptions {
  /** A folder, or ':memory:'. */
  readonly dataDir: string
  /** Ms since 1970. It only determines the day in the name of a backup. */
  readonly now?: () => number
  /** For tests of the migrations themselves. */
  readonly migrations?: readonly Migration[]
}

export const STORE_FILE = 'chainglass.sqlite'
export const DAMAGED_FOLDER = 'damaged'
const OUR_FOLDERS: ReadonlySet<string> = new Set([
  'backups',
  DAMAGED_FOLDER,
  'nodes',
  'open',
  'logs',
  'signatures',
  'exports',
  'cases',
])
/** The delay of the first backup: none is made while the window opens. */
const FIRST_BACKUP_CHECK_MS = 10_000
/** The interval between checks while the program stays open. */
const BACKUP_CHECK_INTERVAL_MS = 3_600_000

/**
 * Throws `DataFolderInUseError` if another process has the folder, and `ChainglassFailure` with code `storage` if it
 * can't be used: `newer` and `read_only` change nothing in it.
 */
export function openStore(options: StoreOptions): Store {
  const { dataDir, now = Date.now, migrations = MIGRATIONS } = options
  if (dataDir === ':memory:') {
    const database = openDatabase(dataDir)
    migrate(database, migrations)
    return asStore(database, { dataDir, notices: [] })
  }
  const path = join(dataDir, STORE_FILE)
  const latest = migrations.at(-1)?.version ?? LATEST
  if ((readVersionInFile(path) ?? 0) > latest) throw createStorageError('newer')
  makeFolder(dataDir)
  const unlock = lockFolder(dataDir)
  const notices: StoreNotice[] = []
  let database: Database | undefined
  try {
    database = openIntact(dataDir, path, latest, notices)
    const version = readSchemaVersion(database)
    if (version > latest) throw createStorageError('newer')
    makeDurable(database)
    // `makeBackup` throws on failure: without a backup, the schema is not migrated.
    if (version > 0 && version < latest) makeBackup(database, dataDir, 'migration', now())
    migrate(database, migrations)
    // Puts the version into the file itself, which an older program reads before it changes anything.
    if (version < latest) database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    database?.close()
    database = getStorageErrorKind(error) === 'full' ? openOnFullDisk(dataDir, path, migrations) : undefined
    if (!database) {
      unlock()
      throw error
    }
    notices.push({ kind: 'disk_full' })
  }
  const stopBackups = startDailyBackups(database, { dataDir, now, notices })
  const opened = database
  return asStore(opened, {
    dataDir,
    notices,
    close() {
      stopBackups()
      opened.close()
      unlock()
    },
  })
}

const asStore = (
  database: Database,
  more: Pick<Store, 'dataDir' | 'notices'> & { readonly close?: () => void },
): Store => ({
  ...database,
  ...more,
  get isOpen() {
    return database.isOpen
  },
})

interface BackupContext {
  readonly dataDir: string
  readonly now: () => number
  /** The notice of a failed backup is added here. */
  readonly notices: StoreNotice[]
}

/** Returns a function that stops the backups, after making the day's backup if it is missing. */
function startDailyBackups(database: Database, { dataDir, now, notices }: BackupContext): () => void {
  const backUp = () => {
    try {
      if (!hasContent(database) || !isBackupDue(dataDir, now())) return
      makeBackup(database, dataDir, 'daily', now())
    } catch (error) {
      notices.push({
        kind: 'backup_failed',
        cause: getStorageErrorKind(error) === 'full' ? 'full' : 'not_writable',
      })
    }
  }
  const first = setTimeout(backUp, FIRST_BACKUP_CHECK_MS).unref()
  const next = setInterval(backUp, BACKUP_CHECK_INTERVAL_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(next)
    backUp()
  }
}

/**
 * Opens the store for reading on a full disk: the index of the write-ahead log is kept in memory and not in a file,
 * and writes are refused while there is no room. If there is no store yet, it is in memory only. Undefined if the
 * file must be changed before it can be read.
 */
function openOnFullDisk(
  dataDir: string,
  path: string,
  migrations: readonly Migration[],
): Database | undefined {
  const isNew = !existsSync(path) || statSync(path).size === 0
  if (isNew && listBackups(dataDir).length > 0) return undefined
  const database = openDatabase(isNew ? ':memory:' : path)
  try {
    database.get('PRAGMA locking_mode = EXCLUSIVE')
    if (isNew) migrate(database, migrations)
    const isCurrent = readSchemaVersion(database) === (migrations.at(-1)?.version ?? LATEST)
    if (isCurrent && passesIntegrityCheck(database)) return database
  } catch {
    // The first error is reported in place of this one.
  }
  database.close()
  return undefined
}

/** Opens the file if it is intact. Otherwise sets it aside and replaces it by the newest intact backup. */
function openIntact(dataDir: string, path: string, latest: number, notices: StoreNotice[]): Database {
  const isMissing = !existsSync(path) || statSync(path).size === 0
  if (isMissing && listBackups(dataDir).length === 0) return openDatabase(path)
  if (!isMissing) {
    const intact = openIfIntact(path)
    if (intact) return intact
  }
  const movedTo = isMissing ? undefined : moveDamagedFile(dataDir, path)
  const backupDay = restoreNewest(dataDir, path, latest)?.day
  notices.push({
    kind: backupDay === undefined ? 'lost' : 'restored',
    file: isMissing ? 'missing' : 'damaged',
    ...(backupDay === undefined ? {} : { backupDay }),
    ...(movedTo === undefined ? {} : { movedTo }),
  })
  return openDatabase(path)
}

function openIfIntact(path: string): Database | undefined {
  let database: Database | undefined
  try {
    database = openDatabase(path)
    if (passesIntegrityCheck(database)) return database
  } catch (error) {
    if (getStorageErrorKind(error) !== 'damaged') {
      database?.close()
      throw error
    }
  }
  database?.close()
  return undefined
}

/** Moves the file together with its write-ahead log: both are needed to recover more of it. Nothing is deleted. */
function moveDamagedFile(dataDir: string, path: string): string {
  try {
    const parent = join(dataDir, DAMAGED_FOLDER)
    makePrivateFolder(parent)
    let n = 1
    while (existsSync(join(parent, String(n)))) n += 1
    const folder = join(parent, String(n))
    makePrivateFolder(folder)
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(path + end)) renameSync(path + end, join(folder, STORE_FILE + end))
    }
    return folder
  } catch (error) {
    throw toStorageError(error)
  }
}

/** An empty store needs no backup, and its backups must not displace older ones. */
const hasContent = (database: Database) =>
  database
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .some(({ name }) => database.get(`SELECT 1 FROM "${name}" LIMIT 1`) !== undefined)

function makeFolder(dataDir: string) {
  try {
    makeDataFolder(dataDir)
    closeOurs(dataDir)
  } catch (error) {
    throw toStorageError(error)
  }
}

/**
 * Restricts the rights of our files that older versions left open, or that were copied here. The folder may contain
 * other things.
 */
function closeOurs(dataDir: string) {
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name)
    // A link is refused when it is opened.
    if (entry.isSymbolicLink()) continue
    if (OUR_FOLDERS.has(entry.name)) closeFolderToOthers(path)
    else if (entry.name.startsWith('chainglass.')) closeToOthers(path)
  }
}

const LOCK_FILE = 'chainglass.lock'
const PID_FILE = 'chainglass.pid'

/**
 * Locks the data folder for one process. The lock file is an empty SQLite file that the operating system locks: this
 * ends with the process in any case, and no leftover file can prevent the next start. The pid in the file beside it
 * is only for the message. Returns a function that releases the lock. Throws `DataFolderInUseError`, or `storage` if
 * it can't write there.
 */
function lockFolder(dataDir: string): () => void {
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
