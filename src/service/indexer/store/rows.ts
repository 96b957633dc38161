import type { SQLInputValue } from 'node:sqlite'
import type { Database } from '#platform/sqlite/database.ts'

export type RowValues = readonly SQLInputValue[]

/** The statements that write rows of one table, and tell whether a row is as it should be. */
export interface RowStatements {
  readonly insert: string
  /** Finds a row that has all of these values. */
  readonly find: string
  /** Inserts a row, or sets the values of the one that has its key. */
  readonly put: string
}

/** `key`: the columns of the primary key. */
export function rowStatements(
  table: string,
  key: readonly string[],
  columns: readonly string[],
): RowStatements {
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  const set = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  return {
    insert,
    find: `SELECT 1 FROM ${table} WHERE ${columns.map((column) => `${column} IS NOT DISTINCT FROM ?`).join(' AND ')}`,
    put: `${insert} ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set}`,
  }
}

/** Sees to it that the row is there with these values; gives how many rows that took. */
export function repairRow(database: Database, statements: RowStatements, values: RowValues): 0 | 1 {
  if (database.get(statements.find, ...values) !== undefined) return 0
  database.run(statements.put, ...values)
  return 1
}
