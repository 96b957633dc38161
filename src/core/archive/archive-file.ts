/**
 * The archive's file, beside the store with a person's own data. Its content can be read again from the sources, so
 * it never keeps the program from starting: a damaged file is set aside and a new one begun, a newer one is left
 * alone.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveProblem } from '#shared/rpc/contract/archive.ts'
import { openPrepared, readPragma, type Database } from '#platform/sqlite/database.ts'
import { createStorageError, getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { readVersionInFile } from '../store/file-header.ts'
import { migrate } from '../store/migrate.ts'
import { LIST_TABLES, ROWS_MIGRATIONS } from '../rows/schema.ts'

export const ARCHIVE_FILE = 'chainglass.lists.sqlite'
/** The last damaged file. Only one is kept: they can be large, and their content can be read again. */
const DAMAGED_FILE = 'chainglass.lists-damaged.sqlite'
const LATEST_VERSION = ROWS_MIGRATIONS.at(-1)?.version ?? 0
const ENDINGS = ['', '-wal', '-shm']
/** Retries a deletion: some systems can't delete an open file, and its readers were told only just before to close it. */
const REMOVE = { force: true, maxRetries: 20, retryDelay: 50 }

export interface ArchiveFile {
  /** Undefined if the file can't be used; `problem` says why. */
  readonly database?: Database
  readonly problem?: ArchiveProblem
}

export function openArchiveFile(dataDir: string): ArchiveFile {
  try {
    return { database: open(dataDir) }
  } catch (error) {
    if (getStorageErrorKind(error) !== 'damaged') return { problem: problemOf(error) }
  }
  return setAsideAndReopen(dataDir)
}

/** Replaces a file that proved to be damaged. It must be closed. */
export function setAsideAndReopen(dataDir: string): ArchiveFile {
  try {
    if (dataDir !== ':memory:') setAside(dataDir)
    return { database: open(dataDir), problem: 'was_damaged' }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

function setAside(dataDir: string) {
  for (const end of ENDINGS) {
    const from = join(dataDir, ARCHIVE_FILE + end)
    const to = join(dataDir, DAMAGED_FILE + end)
    rmSync(to, REMOVE)
    if (existsSync(from)) renameSync(from, to)
  }
}

export const problemOf = (error: unknown): ArchiveProblem => getStorageErrorKind(error) ?? 'unreachable'

/** Deletes the file, and one that was set aside. It must be closed. */
export function deleteArchiveFiles(dataDir: string) {
  if (dataDir === ':memory:') return
  for (const name of [ARCHIVE_FILE, DAMAGED_FILE])
    for (const end of ENDINGS) rmSync(join(dataDir, name + end), REMOVE)
}

/** Throws `storage`. */
function open(dataDir: string): Database {
  if (dataDir === ':memory:') return openPrepared(dataDir, prepare)
  const path = join(dataDir, ARCHIVE_FILE)
  if ((readVersionInFile(path) ?? 0) > LATEST_VERSION) throw createStorageError('newer')
  return openPrepared(path, prepare)
}

/**
 * A commit does not reach the disk at once: a power cut loses the last pages that were read, and never a part of one.
 */
function prepare(database: Database): void {
  // Makes free space returnable to the disk. It must be set before there is a table.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL')
  database.get('PRAGMA journal_mode = WAL')
  // Keys are hashes, so each page of rows touches the whole index.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -16000;')
  // Checkpoints happen every 16 MB, because the same pages are changed again and again.
  database.exec('PRAGMA wal_autocheckpoint = 4000')
  const version = readPragma(database, 'user_version')
  if (version > LATEST_VERSION) throw createStorageError('newer')
  migrate(database, ROWS_MIGRATIONS)
  if (version < LATEST_VERSION) database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  for (const table of LIST_TABLES) database.get(`SELECT * FROM ${table} LIMIT 1`)
}

/** The bytes in use, without free pages in the file. */
export const bytesInUse = (database: Database) =>
  (readPragma(database, 'page_count') - readPragma(database, 'freelist_count')) *
  readPragma(database, 'page_size')

/** Returns free space to the disk. */
export function shrink(database: Database) {
  database.exec('PRAGMA incremental_vacuum')
  database.get('PRAGMA wal_checkpoint(TRUNCATE)')
}
