/** The storage of one chain's index: a SQLite file, or a schema of PostgreSQL. */
import type { SQLInputValue } from 'node:sqlite'
import type { RowWrites, RowLookup } from '#platform/table.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { Sql } from '#platform/sql-dialect.ts'

/**
 * Both engines understand its SQL, or a dialect has the words of each. All its methods throw `IndexError` if the disk
 * or the database refuses.
 */
export interface IndexDatabase extends Omit<Database, 'insert'>, RowWrites {
  /** A path, or the name of a schema. */
  readonly path: string
  /**
   * A statement whose outcome nobody reads. Within a transaction it may be carried out later: its failure is then that of
   * the next statement, or of the commit.
   */
  readonly send: (sql: Sql, ...values: readonly SQLInputValue[]) => void
  /** The rows that are missing in the database, or differ there. */
  readonly missingRows: <Row>(sought: RowLookup<Row>, rows: readonly Row[]) => readonly Row[]
  /** The rows whose key is one of many; null where a question costs so little that each is better asked when it is needed. */
  readonly lookUp: (<Row>(look: LookUp, keys: readonly (readonly SQLInputValue[])[]) => Row[]) | null
  /**
   * All that `read` reads is of one moment. It must do nothing but read: where an answer has to be waited for, it is called
   * again with it. Inside a transaction it is a part of that one.
   */
  readonly snapshot: <T>(read: () => T) => Promise<T>
  /**
   * Another number within a transaction than before: somebody else may have written since, and nothing that was read before
   * is to be relied on.
   */
  readonly connections: number
  readonly meta: (name: string) => string | null
  readonly setMeta: (name: string, value: string | null) => void
  /** Grows with whatever is written, by whichever process. */
  readonly changes: number
  /** On disk. */
  readonly bytes: number
  /** Announces that this block is about to be written. Only within a transaction. */
  readonly reachBlock: (height: number) => void
  /** The names of the prepared indexes that exist. Used by readers, within a snapshot. */
  readonly preparedIndexes: () => ReadonlySet<string>
  /** Whether it is read and written while one of them is made. */
  readonly preparesConcurrently: boolean
  /**
   * For whoever writes: makes the next one that is missing, until `signal` says that it is no longer wanted. Gives whether
   * there may be more, or the milliseconds after which it is to be tried again. Rejects with IndexError.
   */
  readonly prepareNextIndex: (signal: AbortSignal) => Promise<boolean | number>
  /**
   * Rows `id, name, other` of the names that have each of these words as the beginning of one of theirs. `id`: twice the
   * address of a token; one more for a contract. `first`: the number of its first parameter.
   */
  readonly matchNames: (
    words: readonly string[],
    first: number,
  ) => { readonly sql: string; readonly values: readonly string[] }
}

export interface LookUp {
  readonly table: string
  readonly key: readonly string[]
  /** The columns to return besides the key. */
  readonly columns: readonly string[]
}

/** A snapshot of what answers at once. */
export const atOnce = <T>(read: () => T): Promise<T> =>
  new Promise((resolve) => {
    resolve(read())
  })

/** The database's table of single values. */
export const metaOf = (database: Pick<Database, 'get' | 'run'>): Pick<IndexDatabase, 'meta' | 'setMeta'> => ({
  meta: (name) =>
    database.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value ?? null,
  setMeta(name, value) {
    if (value === null) database.run('DELETE FROM meta WHERE name = ?', name)
    else
      database.run(
        'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        value,
      )
  },
})
