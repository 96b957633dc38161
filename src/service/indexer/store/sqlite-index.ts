/** The SQLite file of one chain: opened for this process alone, checked, and written in complete transactions only. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { SQLITE } from '#platform/sql-dialect.ts'
import { openDatabase, readPragma, type Database } from '#platform/sqlite/database.ts'
import { rowsInSqlite, valuesOf } from '#platform/table.ts'
import { IndexError } from '../model/index-error.ts'
import { atOnce, type IndexDatabase, metaOf } from './index-database.ts'
import {
  ADDED_INDEXES,
  createIndexes,
  LATER_INDEXES,
  LATER_NAMES,
  MIGRATIONS,
  SCHEMA,
  SCHEMA_VERSION,
} from './schema.ts'

/** "ChGl": tells our files from any other SQLite file. */
const APPLICATION_ID = 0x4368476c

export interface SqliteIndexOptions {
  /** Bound of the file's size; beyond it, and on a full disk, writing throws `disk_full`. */
  readonly maxBytes?: number | undefined
}

/** Throws IndexError, and leaves nothing of a new file then. */
export function openSqliteIndex(path: string, options: SqliteIndexOptions = {}): IndexDatabase {
  const isNew = path === ':memory:' || !existsSync(path)
  const database = openDatabase(path, { toError: (error) => asIndexError(error, path) ?? error })
  try {
    prepareFile(database, path, options)
  } catch (error) {
    database.close()
    if (isNew && path !== ':memory:') removeIndexFiles(path)
    throw error
  }
  const { all, get, run, exec, transaction, close } = database
  const prepared = indexesOf(database)
  // As properties of one object, so that a call costs no step more than one of the database itself.
  return {
    ...{ path, all, get, run, exec, transaction, close, ...metaOf(database), ...rowsInSqlite(run) },
    send: run,
    lookUp: null,
    missingRows: ({ find, columns }, rows) =>
      rows.filter((row) => get(find, ...valuesOf(row, columns)) === undefined),
    connections: 0,
    // Nobody else writes, and reading waits for nothing in between.
    snapshot: atOnce,
    reachBlock: () => undefined,
    preparedIndexes: () => prepared,
    // At once: pages are read in this thread, too.
    preparesConcurrently: false,
    prepareNextIndex: () =>
      atOnce(() => {
        const next = LATER_NAMES.find((name) => !prepared.has(name))
        if (next === undefined) return false
        exec(createIndexes(SQLITE, { [next]: LATER_INDEXES[next] }))
        prepared.add(next)
        return true
      }),
    matchNames: (words, first) => ({
      sql: `SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?${String(first)}`,
      // In quotes nothing in a word is an operator.
      values: [words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ')],
    }),
    get isOpen() {
      return database.isOpen
    },
    /** Rows written since it was opened. No other program writes this file. */
    get changes() {
      return get<{ changes: number }>('SELECT total_changes() AS changes')?.changes ?? 0
    },
    /** With the write-ahead log. */
    get bytes() {
      return FILES.reduce((sum, end) => sum + (statSync(path + end, { throwIfNoEntry: false })?.size ?? 0), 0)
    },
  }
}

function prepareFile(database: Database, path: string, { maxBytes }: SqliteIndexOptions) {
  checkVersion(database, path)
  // Exclusive: two programs writing one chain would undo each other's blocks.
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -32768;
    PRAGMA temp_store = MEMORY;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA wal_autocheckpoint = 4000;
  `)
  database.transaction(() => {
    const version = readPragma(database, 'user_version')
    if (version === 0) {
      database.exec(SCHEMA)
      database.exec(`PRAGMA application_id = ${String(APPLICATION_ID)}`)
    } else {
      for (let step = version; step < SCHEMA_VERSION; step += 1) database.exec(MIGRATIONS[step] ?? '')
    }
    database.exec(`PRAGMA user_version = ${String(SCHEMA_VERSION)}`)
    database.exec(createIndexes(SQLITE, ADDED_INDEXES))
  })
  if (maxBytes === undefined) return
  const pages = Math.ceil(maxBytes / readPragma(database, 'page_size'))
  database.exec(`PRAGMA max_page_count = ${String(pages)}`)
}

const indexesOf = ({ all }: Database): Set<string> =>
  new Set(
    all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'index'`).map(({ name }) => name),
  )

const FILES = ['', '-wal', '-shm', '-journal']

export function removeIndexFiles(path: string) {
  for (const end of FILES) rmSync(path + end, { force: true })
}

function checkVersion(database: Database, path: string) {
  const version = readPragma(database, 'user_version')
  const { tables } = database.get<{ tables: number }>('SELECT count(*) AS tables FROM sqlite_schema') ?? {}
  if (tables === 0 && version === 0) return
  if (readPragma(database, 'application_id') !== APPLICATION_ID) {
    throw new IndexError('damaged_database', `${path} is not an index of Chainglass. It was left as it is.`)
  }
  if (version > SCHEMA_VERSION) {
    throw new IndexError(
      'newer_database',
      `The index ${path} was written by a newer Chainglass (schema version ${String(version)}; this one knows ${String(SCHEMA_VERSION)}). It was left as it is: update Chainglass, or choose another data folder.`,
    )
  }
}

const [BUSY, NO_MEMORY, READ_ONLY, IO, CORRUPT, FULL, CANT_OPEN, NOT_A_DATABASE] = [
  5, 7, 8, 10, 11, 13, 14, 26,
]

/** An error of SQLite as ours; null for any other. */
export function asIndexError(error: unknown, path: string): IndexError | null {
  if (error instanceof IndexError) return error
  const code = (error as { errcode?: unknown } | null)?.errcode
  if (typeof code !== 'number') return null
  switch (code & 0xff) {
    case FULL:
    case NO_MEMORY:
      return new IndexError('disk_full', { id: 'no_room', values: { file: path } }, error)
    case BUSY:
      return new IndexError('locked_database', { id: 'locked', values: { file: path } }, error)
    case CORRUPT:
    case NOT_A_DATABASE:
      return new IndexError('damaged_database', { id: 'damaged', values: { file: path } }, error)
    case CANT_OPEN:
    case READ_ONLY:
    case IO:
      return new IndexError(
        'disk_full',
        { id: 'not_writable', values: { file: path, detail: (error as Error).message } },
        error,
      )
    default:
      return null
  }
}
