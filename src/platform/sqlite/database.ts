/** SQLite with statements kept, transactions that nest, and the disk's failures in our own words. Synchronous. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { toStorageError } from '#platform/sqlite/storage-failure.ts'

export interface Database {
  /** Rows as objects; the caller names their shape, which the schema's STRICT tables hold. */
  all<Row>(sql: string, ...values: readonly SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: readonly SQLInputValue[]): Row | undefined
  /** How many rows it changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number
  /** Several statements at once, without values. */
  script(sql: string): void
  /** All of `work` or nothing of it. When it returns, what it wrote is on the disk. */
  transaction<T>(work: () => T): T
  close(): void
}

/** More are never in use at once; SQL is written in the code, never made from input. */
const MAX_STATEMENTS = 200

/** Opens the file (or ':memory:') for one owner. Throws `ChainglassFailure` with code `storage`. */
export function openDatabase(path: string): Database {
  const sqlite = failing(() => new DatabaseSync(path, { enableForeignKeyConstraints: true }))
  const statements = new Map<string, StatementSync>()
  let depth = 0

  function statement(sql: string): StatementSync {
    const kept = statements.get(sql)
    if (kept) return kept
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    const made = sqlite.prepare(sql)
    statements.set(sql, made)
    return made
  }

  return {
    all: <Row>(sql: string, ...values: readonly SQLInputValue[]) =>
      failing(() => statement(sql).all(...values) as Row[]),
    get: <Row>(sql: string, ...values: readonly SQLInputValue[]) =>
      failing(() => statement(sql).get(...values) as Row | undefined),
    run: (sql, ...values) => failing(() => Number(statement(sql).run(...values).changes)),
    script(sql) {
      failing(() => {
        sqlite.exec(sql)
      })
    },
    transaction(work) {
      if (depth > 0) return work()
      return failing(() => {
        sqlite.exec('BEGIN IMMEDIATE')
        depth = 1
        try {
          const result = work()
          sqlite.exec('COMMIT')
          return result
        } catch (error) {
          // A full disk may have rolled back already; what counts is that no transaction stays open.
          if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
          throw error
        } finally {
          depth = 0
        }
      })
    },
    close() {
      statements.clear()
      if (sqlite.isOpen) sqlite.close()
    },
  }
}

/** Every commit on the disk before it is acknowledged: what a person typed survives a kill and a power cut. */
export function makeDurable(database: Database) {
  database.get('PRAGMA journal_mode = WAL')
  database.script('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF;')
}

function failing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStorageError(error)
  }
}
