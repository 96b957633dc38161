/**
 * The file of movements, beside the archive they are made of. All of it can be made again, so one that is damaged, or that a
 * newer program wrote, is thrown away.
 */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDatabase, readPragma, type Database } from '#platform/sqlite/database.ts'
import { createStorageError, getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { migrate } from '../../store/migrate.ts'
import type { Migration } from '../../store/migrations.ts'

const FILE = 'chainglass.ledgers.sqlite'
export const ledgersBeside = (archive: string) => join(dirname(archive), FILE)

const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    description: 'ledgers, their movements and assets',
    sql: `
      CREATE TABLE ledgers (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        address TEXT NOT NULL, -- lower case
        basis TEXT NOT NULL, -- what it is made of, and by which rules; another one makes another ledger
        is_whole INTEGER NOT NULL DEFAULT 0, -- while it is made, it is not
        state TEXT NOT NULL DEFAULT '{}', -- JSON
        used INTEGER NOT NULL -- counts up; a clock may be set back
      ) STRICT;
      CREATE INDEX ledgers_by_name ON ledgers (address, source);

      -- Movements that follow one another, the oldest first by number.
      CREATE TABLE stretches (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- never that of another one
        ledger_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        count INTEGER NOT NULL,
        from_time REAL NOT NULL, -- ms since 1970
        to_time REAL NOT NULL,
        bottom INTEGER NOT NULL, -- the blocks of its first movement and its last
        top INTEGER NOT NULL,
        sums BLOB NOT NULL, -- compressed JSON, by asset
        body BLOB NOT NULL,
        UNIQUE (ledger_id, number)
      ) STRICT;
      CREATE INDEX stretches_without_bodies ON stretches
        (ledger_id, number, id, count, from_time, to_time, bottom, top);

      CREATE TABLE assets (
        ledger_id INTEGER NOT NULL,
        id TEXT NOT NULL,
        body TEXT NOT NULL, -- JSON
        PRIMARY KEY (ledger_id, id)
      ) STRICT, WITHOUT ROWID;

      -- The chunks of the archive that each list was read from, the newest first.
      CREATE TABLE read_chunks (
        ledger_id INTEGER NOT NULL,
        list TEXT NOT NULL,
        body BLOB NOT NULL, -- three float64 each: id, changed, rows that could not be read
        PRIMARY KEY (ledger_id, list)
      ) STRICT, WITHOUT ROWID;
    `,
  },
]
const MAX_WAIT_MS = 5_000
const LATEST = MIGRATIONS.at(-1)?.version ?? 0

export function openLedgerFile(path: string): Database {
  if (path === ':memory:') return prepare(openDatabase(path))
  try {
    return open(path)
  } catch (error) {
    const kind = getStorageErrorKind(error)
    if (kind !== 'damaged' && kind !== 'newer') throw error
    removeLedgerFile(path)
    return open(path)
  }
}

export function removeLedgerFile(path: string) {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true, maxRetries: 20, retryDelay: 50 })
}

function open(path: string): Database {
  const database = openDatabase(path)
  try {
    return prepare(database)
  } catch (error) {
    database.close()
    throw error
  }
}

function prepare(database: Database): Database {
  // A thread that was ended has its lock until it is gone.
  database.get(`PRAGMA busy_timeout = ${String(MAX_WAIT_MS)}`)
  database.exec('PRAGMA auto_vacuum = INCREMENTAL')
  database.get('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF;')
  if (readPragma(database, 'user_version') > LATEST) throw createStorageError('newer')
  migrate(database, MIGRATIONS)
  for (const table of ['ledgers', 'stretches', 'assets', 'read_chunks'])
    database.get(`SELECT * FROM ${table} LIMIT 1`)
  return database
}
