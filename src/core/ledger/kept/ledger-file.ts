/**
 * The file of movements beside the archive. All of it can be made again, so a damaged file, or one of an older or newer
 * version, is deleted.
 */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openPrepared, readPragma, type Database } from '#platform/sqlite/database.ts'
import { createStorageError, getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { AMOUNTS } from './movement-rows.ts'

const FILE = 'chainglass.ledgers.sqlite'
export const ledgerFileOf = (archive: string) => join(dirname(archive), FILE)

/** Version of the tables; a file of another version is made again. */
const VERSION = 2
const TABLES = `
  CREATE TABLE ledgers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never that of another one
    source TEXT NOT NULL,
    address TEXT NOT NULL, -- lower case
    basis TEXT NOT NULL, -- what it is made of, and by which rules; another one makes another ledger
    is_whole INTEGER NOT NULL DEFAULT 0, -- while it is made, it is not
    state TEXT NOT NULL DEFAULT '{}', -- JSON
    changed INTEGER NOT NULL DEFAULT 0, -- counts up whenever movements of it were taken away
    used INTEGER NOT NULL -- counts up; a clock may be set back
  ) STRICT;
  CREATE INDEX ledgers_by_name ON ledgers (address, source);

  CREATE TABLE movements (
    ledger_id INTEGER NOT NULL,
    number INTEGER NOT NULL, -- the oldest first; the next one has the next number
    asset INTEGER NOT NULL,
    month INTEGER NOT NULL, -- of that time, in UTC: when it begins
    at INTEGER NOT NULL, -- ms since 1970; neither this nor the block is ever below that of the one before
    late INTEGER, -- its own time, from there on; null where its row says none
    block INTEGER NOT NULL,
    kind INTEGER NOT NULL, -- 1 it came, 2 it went; 4 more of a fee, 8 more of what was there before everything
    rule INTEGER NOT NULL, -- this and the list by their numbers (movement-rows.ts)
    list INTEGER, -- null: entered by hand
    party INTEGER,
    nth INTEGER NOT NULL, -- within its transaction
    nft TEXT,
    row TEXT NOT NULL, -- = its identity, or + what follows its transaction in it
    tx ANY, -- 32 bytes of a hash, or a text
    price TEXT,
    more TEXT, -- JSON: whose it is, a note
    -- Nine digits each, in smallest units, all below zero where it is: they add up without losing one.
    AMOUNT_PARTS,
    PRIMARY KEY (ledger_id, number DESC) -- they are written with the newest first
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX movements_by_asset ON movements (ledger_id, asset, number DESC);

  CREATE TABLE month_sums (
    ledger_id INTEGER NOT NULL,
    asset INTEGER NOT NULL,
    month INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    count INTEGER NOT NULL,
    AMOUNT_PARTS,
    PRIMARY KEY (ledger_id, asset, month, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE assets (
    id INTEGER PRIMARY KEY,
    ledger_id INTEGER NOT NULL,
    asset TEXT NOT NULL,
    body TEXT, -- JSON
    UNIQUE (ledger_id, asset)
  ) STRICT;

  CREATE TABLE parties (
    id INTEGER PRIMARY KEY,
    ledger_id INTEGER NOT NULL,
    body TEXT NOT NULL, -- JSON
    UNIQUE (ledger_id, body)
  ) STRICT;

  -- The chunks of the archive that each list was read from, the newest first.
  CREATE TABLE read_chunks (
    ledger_id INTEGER NOT NULL,
    list TEXT NOT NULL,
    body BLOB NOT NULL, -- three float64 each: id, changed, rows that could not be read
    PRIMARY KEY (ledger_id, list)
  ) STRICT, WITHOUT ROWID;
`.replaceAll('AMOUNT_PARTS', AMOUNTS.map((name) => `${name} INTEGER NOT NULL`).join(', '))
const MAX_WAIT_MS = 5_000

export function openLedgerFile(path: string): Database {
  try {
    return openPrepared(path, prepare)
  } catch (error) {
    const kind = getStorageErrorKind(error)
    if (kind !== 'damaged' && kind !== 'newer') throw error
    removeLedgerFile(path)
    return openPrepared(path, prepare)
  }
}

export function removeLedgerFile(path: string) {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true, maxRetries: 20, retryDelay: 50 })
}

function prepare(database: Database): void {
  // A thread that was ended holds its lock until it has exited.
  database.get(`PRAGMA busy_timeout = ${String(MAX_WAIT_MS)}`)
  database.exec('PRAGMA auto_vacuum = INCREMENTAL')
  database.get('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF;')
  const version = readPragma(database, 'user_version')
  if (version !== 0 && version !== VERSION) throw createStorageError(version > VERSION ? 'newer' : 'damaged')
  if (version === 0)
    database.transaction(() => {
      database.exec(`${TABLES} PRAGMA user_version = ${String(VERSION)}`)
    })
  for (const table of ['ledgers', 'movements', 'month_sums', 'assets', 'parties', 'read_chunks'])
    database.get(`SELECT * FROM ${table} LIMIT 1`)
}
