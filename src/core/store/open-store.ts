/** The one file in which a person's own things are kept: settings, sources, places, watched addresses. Never a key. */
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import type { StoreNotice } from '#shared/rpc/contract/data.ts'
import { backupIsDue, listBackups, makeBackup, restoreNewest } from './backups.ts'
import { makeDurable, openDatabase, type Database } from '#platform/sqlite/database.ts'
import { lockFolder } from './folder-lock.ts'
import { readVersionInFile } from './file-header.ts'
import { migrate, readSchemaVersion } from './migrate.ts'
import { LATEST, MIGRATIONS, type Migration } from './migrations.ts'
import { toStorageError, createStorageError } from '#platform/sqlite/storage-failure.ts'

export interface Store extends Database {
  /** The folder it is in, or ':memory:'. */
  readonly dataDir: string
  /** What happened to the file that the person should know. */
  readonly notices: readonly StoreNotice[]
}

export interface StoreOptions {
  /** A folder, or ':memory:'. */
  readonly dataDir: string
  /** Ms since 1970; only the name of a backup's day comes from it. */
  readonly now?: () => number
  /** For tests of the steps themselves. */
  readonly migrations?: readonly Migration[]
}

export const STORE_FILE = 'chainglass.sqlite'
export const DAMAGED_FOLDER = 'damaged'
/** A backup is not made while the window is being opened, and looked after again while the program stays open. */
const FIRST_LOOK_MS = 10_000
const LOOK_EVERY_MS = 3_600_000

/**
 * Throws `DataFolderInUseError` where another process has the folder, and `ChainglassFailure` with code `storage` where it
 * can't be used: `newer` and `read_only` touch nothing.
 */
export function openStore(options: StoreOptions): Store {
  const { dataDir, now = Date.now, migrations = MIGRATIONS } = options
  if (dataDir === ':memory:') {
    const database = openDatabase(dataDir)
    migrate(database, migrations)
    return { ...database, dataDir, notices: [] }
  }

  const path = join(dataDir, STORE_FILE)
  const latest = migrations.at(-1)?.version ?? LATEST
  if ((readVersionInFile(path) ?? 0) > latest) throw createStorageError('newer')
  makeFolder(dataDir)
  const unlock = lockFolder(dataDir)
  const notices: StoreNotice[] = []
  let database: Database | undefined

  function backUp(kind: 'daily' | 'migration') {
    if (!database) return
    try {
      makeBackup(database, dataDir, kind, now())
    } catch (error) {
      if (kind === 'migration') throw error // without a way back the schema stays as it is
      const full = error instanceof ChainglassFailure && 'kind' in error.error && error.error.kind === 'full'
      notices.push({ kind: 'backup_failed', words: full ? NO_ROOM : NO_BACKUP })
    }
  }
  const backUpDaily = () => {
    if (database && hasContent(database) && backupIsDue(dataDir, now())) backUp('daily')
  }

  try {
    database = openWhole(dataDir, path, latest, notices)
    const version = readSchemaVersion(database)
    if (version > latest) throw createStorageError('newer')
    makeDurable(database)
    if (version > 0 && version < latest) backUp('migration')
    migrate(database, migrations)
    // The version is then in the file itself, where an older program looks before it touches anything.
    if (version < latest) database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    database?.close()
    unlock()
    throw error
  }

  const timers = [
    setTimeout(backUpDaily, FIRST_LOOK_MS).unref(),
    setInterval(backUpDaily, LOOK_EVERY_MS).unref(),
  ]
  const opened = database
  return {
    ...opened,
    dataDir,
    notices,
    close() {
      for (const timer of timers) clearTimeout(timer)
      backUpDaily()
      opened.close()
      unlock()
    },
  }
}

/** The file if it is whole; else it is set aside, and the newest whole backup takes its place. */
function openWhole(dataDir: string, path: string, latest: number, notices: StoreNotice[]): Database {
  const lost = !existsSync(path) || statSync(path).size === 0
  if (lost && listBackups(dataDir).length === 0) return openDatabase(path)
  if (!lost) {
    const whole = openIfWhole(path)
    if (whole) return whole
  }
  const aside = lost ? undefined : setAside(dataDir, path)
  const backup = restoreNewest(dataDir, path, latest)
  notices.push(noticeOf(aside, backup?.day))
  return openDatabase(path)
}

function openIfWhole(path: string): Database | undefined {
  let database: Database | undefined
  try {
    database = openDatabase(path)
    const rows = database.all<{ integrity_check: string }>('PRAGMA integrity_check(1)')
    if (rows[0]?.integrity_check === 'ok') return database
  } catch (error) {
    if (!(error instanceof ChainglassFailure && 'kind' in error.error && error.error.kind === 'damaged')) {
      database?.close()
      throw error
    }
  }
  database?.close()
  return undefined
}

/** With its write-ahead log: whoever tries to save more of it needs both. Nothing is deleted. */
function setAside(dataDir: string, path: string): string {
  try {
    const parent = join(dataDir, DAMAGED_FOLDER)
    mkdirSync(parent, { recursive: true, mode: 0o700 })
    let n = 1
    while (existsSync(join(parent, String(n)))) n += 1
    const folder = join(parent, String(n))
    mkdirSync(folder)
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(path + end)) renameSync(path + end, join(folder, STORE_FILE + end))
    }
    return folder
  } catch (error) {
    throw toStorageError(error)
  }
}

function noticeOf(aside: string | undefined, day: string | undefined): StoreNotice {
  const what =
    aside === undefined ? 'The file with your data was gone.' : 'The file with your data was damaged.'
  const then =
    day === undefined
      ? 'There was no backup, so Chainglass begins anew.'
      : `The last backup, of ${day}, was put in its place: what came after it is missing.`
  return {
    kind: day === undefined ? 'lost' : 'restored',
    words: `${what} ${then}`,
    ...(aside === undefined ? {} : { aside }),
  }
}

const NO_ROOM = 'No backup was made today: the disk is full.'
const NO_BACKUP = 'No backup was made today: the backup folder can’t be written to.'

/** An untouched store needs no backup, and a fresh one must not push older ones out. */
const hasContent = (database: Database) =>
  database
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .some(({ name }) => database.get(`SELECT 1 FROM "${name}" LIMIT 1`) !== undefined)

function makeFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw toStorageError(error)
  }
}
