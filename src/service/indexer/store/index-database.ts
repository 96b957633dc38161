/** The SQLite file of one chain: opened for this process alone, checked, and written in whole transactions only. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { IndexError } from '../model/index-error.ts'
import { SCHEMA, SCHEMA_VERSION } from './schema.ts'

/** "ChGl": tells our files from any other SQLite file. */
const APPLICATION_ID = 0x4368476c

export class IndexDatabase {
  readonly path: string
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #open = true

  /** `maxBytes` bounds the file's size; beyond it, and on a full disk, writing throws `disk_full`. */
  constructor(path: string, options: { maxBytes?: number | undefined } = {}) {
    this.path = path
    const isNew = path === ':memory:' || !existsSync(path)
    const database = attempt(path, () => new DatabaseSync(path))
    this.#database = database
    try {
      attempt(path, () => {
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
        this.transaction(() => {
          if (this.pragma('user_version') === 0) this.#create()
        })
        if (options.maxBytes !== undefined) {
          const pages = Math.ceil(options.maxBytes / this.pragma('page_size'))
          database.exec(`PRAGMA max_page_count = ${String(pages)}`)
        }
      })
    } catch (error) {
      database.close()
      if (isNew && path !== ':memory:') removeIndexFiles(path)
      throw error
    }
  }

  #create() {
    this.#database.exec(SCHEMA)
    this.#database.exec(`PRAGMA application_id = ${String(APPLICATION_ID)}`)
    this.#database.exec(`PRAGMA user_version = ${String(SCHEMA_VERSION)}`)
  }

  /** A prepared statement, kept for the next time. */
  sql(text: string): StatementSync {
    let statement = this.#statements.get(text)
    if (!statement) {
      statement = attempt(this.path, () => this.#database.prepare(text))
      this.#statements.set(text, statement)
    }
    return statement
  }

  run(text: string, ...values: SQLInputValue[]): number {
    return Number(this.sql(text).run(...values).lastInsertRowid)
  }

  row<Row>(text: string, ...values: SQLInputValue[]): Row | undefined {
    return this.sql(text).get(...values) as Row | undefined
  }

  rows<Row>(text: string, ...values: SQLInputValue[]): Row[] {
    return this.sql(text).all(...values) as Row[]
  }

  exec(text: string) {
    attempt(this.path, () => {
      this.#database.exec(text)
    })
  }

  pragma(name: string): number {
    const row = this.#database.prepare(`PRAGMA ${name}`).get() as Record<string, number> | undefined
    return row?.[name] ?? 0
  }

  /** All of `work` or nothing of it; throws IndexError for what the file system or the file itself refuses. */
  transaction<T>(work: () => T): T {
    return attempt(this.path, () => {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        this.#database.exec('COMMIT')
        return result
      } catch (error) {
        // SQLite has rolled back by itself where the disk was full.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
        throw error
      }
    })
  }

  meta(name: string): string | null {
    const row = this.row<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)
    return row?.value ?? null
  }

  setMeta(name: string, value: string | null) {
    if (value === null) this.run('DELETE FROM meta WHERE name = ?', name)
    else
      this.run(
        'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
        name,
        value,
      )
  }

  /** Rows written since it was opened. Nobody else writes this file. */
  get changes(): number {
    return this.row<{ changes: number }>('SELECT total_changes() AS changes')?.changes ?? 0
  }

  /** Bytes on disk, with the journal that is written ahead. */
  get bytes(): number {
    return FILES.reduce(
      (sum, end) => sum + (statSync(this.path + end, { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
  }

  close() {
    if (!this.#open) return
    this.#open = false
    this.#statements.clear()
    this.#database.close()
  }

  get isOpen(): boolean {
    return this.#open
  }
}

const FILES = ['', '-wal', '-shm', '-journal']

export function removeIndexFiles(path: string) {
  for (const end of FILES) rmSync(path + end, { force: true })
}

function checkVersion(database: DatabaseSync, path: string) {
  const read = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] as number
  const version = read('user_version')
  const empty =
    (database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number }).tables ===
    0
  if (empty && version === 0) return
  if (read('application_id') !== APPLICATION_ID) {
    throw new IndexError('damaged_database', `${path} is not an index of Chainglass. It was left as it is.`)
  }
  if (version > SCHEMA_VERSION) {
    throw new IndexError(
      'newer_database',
      `The index ${path} was written by a newer Chainglass (version ${String(version)} of its form; this one knows ${String(SCHEMA_VERSION)}). It was left as it is: update Chainglass, or choose another data folder.`,
    )
  }
}

const [BUSY, NO_MEMORY, READ_ONLY, IO, CORRUPT, FULL, CANT_OPEN, NOT_A_DATABASE] = [
  5, 7, 8, 10, 11, 13, 14, 26,
]

function attempt<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asIndexError(error, path) ?? error
  }
}

/** SQLite's error in words; null for any other. */
export function asIndexError(error: unknown, path: string): IndexError | null {
  if (error instanceof IndexError) return error
  const code = (error as { errcode?: unknown } | null)?.errcode
  if (typeof code !== 'number') return null
  switch (code & 0xff) {
    case FULL:
    case NO_MEMORY:
      return new IndexError(
        'disk_full',
        `There is no room left for the index ${path}. What it holds is kept.`,
        error,
      )
    case BUSY:
      return new IndexError(
        'locked_database',
        `Another program is writing the index ${path}. Close it first.`,
        error,
      )
    case CORRUPT:
    case NOT_A_DATABASE:
      return new IndexError('damaged_database', `The index ${path} is damaged. It was left as it is.`, error)
    case CANT_OPEN:
    case READ_ONLY:
    case IO:
      return new IndexError(
        'disk_full',
        `The index ${path} can't be written (${(error as Error).message}).`,
        error,
      )
    default:
      return null
  }
}
