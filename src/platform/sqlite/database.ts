/**
 * The only wrapper of SQLite: caches prepared statements, nests transactions, converts its errors to ours.
 * Synchronous.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { closeToOthers, ensurePrivateFile, requireFile } from '../private-files.ts'
import { type Sql, SQLITE, sqlIn } from '../sql-dialect.ts'
import { toStorageError } from './storage-error.ts'

/** Values are passed as bound parameters. */
export interface Database {
  /** All rows as objects. The caller names their type, which the schema's STRICT tables guarantee. */
  readonly all: <Row>(sql: Sql, ...values: readonly SQLInputValue[]) => Row[]
  readonly get: <Row>(sql: Sql, ...values: readonly SQLInputValue[]) => Row | undefined
  /** Returns the number of changed rows. */
  readonly run: (sql: Sql, ...values: readonly SQLInputValue[]) => number
  /** Inserts one row and returns its row id; 0 if a conflict prevented it. */
  readonly insert: (sql: string, ...values: readonly SQLInputValue[]) => number
  /** Runs several statements, without values and without results. */
  readonly exec: (sql: string) => void
  /** Runs all of `work` or nothing. Inside another transaction it is a part of that one. */
  readonly transaction: <T>(work: () => T) => T
  readonly isOpen: boolean
  /** Closing twice is harmless. */
  readonly close: () => void
}

export interface DatabaseOptions {
  readonly readOnly?: boolean
  /** Converts SQLite's errors; by default to a `storage` error of ours. */
  readonly toError?: (error: unknown) => unknown
}

/** More than are ever in use: a limit in case SQL text is built from changing parts. */
const MAX_STATEMENTS = 500

/** Opens the file, or ':memory:'. Throws the result of `toError`. Does not wait for another program's lock. */
export function openDatabase(
  path: string,
  { readOnly = false, toError = toStorageError }: DatabaseOptions = {},
): Database {
  const sqlite = open(path, readOnly, toError)
  const statements = createStatementCache(sqlite)
  const { prepare } = statements
  let inTransaction = false

  return {
    all<Row>(sql: Sql, ...values: readonly SQLInputValue[]) {
      try {
        const { statement, toRow } = prepare(sql)
        return (statement.all(...values) as unknown as SQLOutputValue[][]).map(toRow) as Row[]
      } catch (error) {
        throw toError(error)
      }
    },
    get<Row>(sql: Sql, ...values: readonly SQLInputValue[]) {
      try {
        const { statement, toRow } = prepare(sql)
        const found = statement.get(...values) as unknown as SQLOutputValue[] | undefined
        return found && (toRow(found) as Row)
      } catch (error) {
        throw toError(error)
      }
    },
    run(sql, ...values) {
      try {
        return Number(prepare(sql).statement.run(...values).changes)
      } catch (error) {
        throw toError(error)
      }
    },
    insert(sql, ...values) {
      try {
        const { changes, lastInsertRowid } = prepare(sql).statement.run(...values)
        return Number(changes) === 0 ? 0 : Number(lastInsertRowid)
      } catch (error) {
        throw toError(error)
      }
    },
    exec(sql) {
      try {
        sqlite.exec(sql)
      } catch (error) {
        throw toError(error)
      }
    },
    transaction(work) {
      if (inTransaction) return work()
      inTransaction = true
      try {
        return commit(sqlite, work)
      } catch (error) {
        throw toError(error)
      } finally {
        inTransaction = false
      }
    },
    get isOpen() {
      return sqlite.isOpen
    },
    close() {
      statements.clear()
      if (sqlite.isOpen) sqlite.close()
    },
  }
}

/** Opens the file and lets `prepare` make it ready. Closes it again where that throws. */
export function openPrepared(path: string, prepare: (database: Database) => void): Database {
  const database = openDatabase(path)
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite plans a statement with `LIMIT ?` again for each bound value; with a sum as the limit, it does not. */
const BOUND_LIMIT = /\bLIMIT \?\d*/g

interface Prepared {
  readonly statement: StatementSync
  readonly toRow: (values: readonly SQLOutputValue[]) => object
}

function createStatementCache(sqlite: DatabaseSync) {
  const statements = new Map<string, Prepared>()
  return {
    prepare: (sql: Sql): Prepared => {
      const text = sqlIn(SQLITE, sql)
      let prepared = statements.get(text)
      if (prepared === undefined) {
        if (statements.size >= MAX_STATEMENTS) statements.clear()
        prepared = prepareRows(sqlite.prepare(text.replaceAll(BOUND_LIMIT, '$& + 0')))
        statements.set(text, prepared)
      }
      return prepared
    },
    clear() {
      statements.clear()
    },
  }
}

/**
 * Builds rows key by key: the row objects of `node:sqlite` are hash tables, which take twice as long to make and to
 * read.
 */
function prepareRows(statement: StatementSync): Prepared {
  statement.setReturnArrays(true)
  let keys: readonly string[] = []
  return {
    statement,
    toRow: (values) => {
      // The names are known from the first row on; they change after a table gets another column.
      if (keys.length !== values.length) keys = statement.columns().map(({ name }) => name)
      const row: Record<string, SQLOutputValue> = {}
      for (let at = 0; at < keys.length; at++) row[keys[at] ?? ''] = values[at] ?? null
      return row
    },
  }
}

function commit<T>(sqlite: DatabaseSync, work: () => T): T {
  sqlite.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    sqlite.exec('COMMIT')
    return result
  } catch (error) {
    // On a full disk SQLite has already rolled back.
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    throw error
  }
}

function open(path: string, readOnly: boolean, toError: (error: unknown) => unknown): DatabaseSync {
  try {
    if (path !== ':memory:') for (const end of ['', ...BESIDE]) requireFile(path + end)
    if (!readOnly && path !== ':memory:') closeFiles(path)
    return new DatabaseSync(path, { readOnly, timeout: 0, enableForeignKeyConstraints: true })
  } catch (error) {
    throw toError(error)
  }
}

/** The suffixes of files that SQLite creates beside a database. */
const BESIDE = ['-wal', '-shm', '-journal']

/** Makes the files readable for their owner only. SQLite gives the files beside the database its rights. */
function closeFiles(path: string) {
  ensurePrivateFile(path)
  for (const end of BESIDE) closeToOthers(path + end)
}

/** Runs reads on one consistent snapshot. */
export function readInTransaction<T>(database: Pick<Database, 'exec'>, work: () => T): T {
  database.exec('SAVEPOINT moment')
  try {
    return work()
  } finally {
    database.exec('RELEASE moment')
  }
}

/** The numeric value of a PRAGMA; 0 if SQLite returns none. */
export function readPragma(database: Database, name: string): number {
  const row = database.get<Readonly<Record<string, number>>>(`PRAGMA ${name}`)
  return Object.values(row ?? {})[0] ?? 0
}

/** Makes each commit reach the disk before it is acknowledged: a person's input survives a kill and a power cut. */
export function makeDurable(database: Database) {
  database.get('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF;')
}
