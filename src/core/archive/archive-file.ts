/**
 * The file of what was read, beside the store of what a person typed. It can be read again from the sources, so nothing
 * about it keeps the program from starting: a damaged one is set aside and begun anew, a newer one is left alone.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveProblem } from '#shared/rpc/contract/archive.ts'
import { openDatabase, readPragma, type Database } from '#platform/sqlite/database.ts'
import { createStorageError, getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { readVersionInFile } from '../store/file-header.ts'
import { migrate } from '../store/migrate.ts'
import { LIST_TABLES, ROWS_MIGRATIONS } from '../rows/schema.ts'

export const ARCHIVE_FILE = 'chainglass.lists.sqlite'
/** The last one that was set aside. There is one at most: they can be large, and what is in them can be read again. */
const DAMAGED_FILE = 'chainglass.lists-damaged.sqlite'
const LATEST_VERSION = ROWS_MIGRATIONS.at(-1)?.version ?? 0
const ENDINGS = ['', '-wal', '-shm']
/** Where a file that is open can't be deleted: who reads it beside this is told to end just before. */
const REMOVE = { force: true, maxRetries: 20, retryDelay: 50 }

export interface ArchiveFile {
  /** Undefined where it can't be used; `problem` says why. */
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

/** Of a file that has turned out to be damaged. It is closed. */
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

/** With one that was set aside. It has to be closed. */
export function deleteArchiveFiles(dataDir: string) {
  if (dataDir === ':memory:') return
  for (const name of [ARCHIVE_FILE, DAMAGED_FILE])
    for (const end of ENDINGS) rmSync(join(dataDir, name + end), REMOVE)
}

/** Throws `storage`. */
function open(dataDir: string): Database {
  if (dataDir === ':memory:') return prepare(openDatabase(dataDir))
  const path = join(dataDir, ARCHIVE_FILE)
  if ((readVersionInFile(path) ?? 0) > LATEST_VERSION) throw createStorageError('newer')
  const database = openDatabase(path)
  try {
    return prepare(database)
  } catch (error) {
    database.close()
    throw error
  }
}

/** A commit is not on the disk at once: a power cut loses the last pages that were read, and never a part of one. */
function prepare(database: Database): Database {
  // Room that becomes free can be given back. It has to be said before there is a table.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL')
  database.get('PRAGMA journal_mode = WAL')
  // Keys are hashes: each page of rows touches the index everywhere.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -16000;')
  // What is written goes into the file 16 MB at a time: the same pages are touched again and again.
  database.exec('PRAGMA wal_autocheckpoint = 4000')
  const version = readPragma(database, 'user_version')
  if (version > LATEST_VERSION) throw createStorageError('newer')
  migrate(database, ROWS_MIGRATIONS)
  if (version < LATEST_VERSION) database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  for (const table of LIST_TABLES) database.get(`SELECT * FROM ${table} LIMIT 1`)
  return database
}

/** In use, without what is free in the file. */
export const bytesInUse = (database: Database) =>
  (readPragma(database, 'page_count') - readPragma(database, 'freelist_count')) *
  readPragma(database, 'page_size')

/** Gives free room back to the disk. */
export function shrink(database: Database) {
  database.exec('PRAGMA incremental_vacuum')
  database.get('PRAGMA wal_checkpoint(TRUNCATE)')
}
