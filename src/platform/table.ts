/** Tables as statements need them that write many of their rows at once: each engine has its own way to. */
import type { SQLInputValue } from 'node:sqlite'
import { type SqlDialect, SQLITE } from './sql-dialect.ts'

/** A row whose key exists replaces the present row, or is left out. */
type OnConflict = 'replace' | 'keep'

/** How it is found out whether rows are there. */
export interface RowLookup<Row> {
  readonly name: string
  /** The columns that identify the sought rows. */
  readonly columns: readonly (keyof Row & string)[]
  /** Finds one. */
  readonly find: string
  /** Numbers, from one on, of those that `given` gives and that are not there. */
  readonly findMissing: (given: string) => string
}

/** `isThere`: the condition for it; its `given` names the value for a column, to be used for each once and in their order. */
export function lookupBy<Row>(
  name: string,
  columns: readonly (keyof Row & string)[],
  isThere: (given: (column: keyof Row & string) => string) => string,
): RowLookup<Row> {
  const named = (column: keyof Row & string) => `given_${column}`
  return {
    ...{ name, columns },
    find: `SELECT 1 FROM ${name} WHERE ${isThere(() => '?')}`,
    findMissing: (given) =>
      `SELECT nth FROM ${given} WITH ORDINALITY AS given(${columns.map(named).join(', ')}, nth)
        WHERE NOT EXISTS (SELECT 1 FROM ${name} WHERE ${isThere(named)}) ORDER BY nth`,
  }
}

/** `Row`: its columns by their names. Its rows are sought by all of their values. */
export interface Table<Row> extends RowLookup<Row> {
  readonly key: readonly (keyof Row & string)[]
  /** How one row is inserted. */
  readonly insert: (onConflict?: OnConflict) => string
  /** How all are inserted that `given` gives. */
  readonly insertFrom: (given: string, onConflict?: OnConflict) => string
}

/** `columns`: those that are written, those of the primary key first, as many as `keyColumns`. */
export function tableOf<Row extends object>(
  name: string,
  columns: readonly (keyof Row & string)[],
  keyColumns = 1,
): Table<Row> {
  const key = columns.slice(0, keyColumns)
  const set = columns.slice(keyColumns).map((column) => `${column} = excluded.${column}`)
  const conflicts = {
    keep: ' ON CONFLICT DO NOTHING',
    replace: ` ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set.join(', ')}`,
  }
  const conflict = (onConflict?: OnConflict) => (onConflict === undefined ? '' : conflicts[onConflict])
  const into = `INSERT INTO ${name} (${columns.join(', ')})`
  const values = columns.map(() => '?').join(', ')
  // PostgreSQL uses an index for `=` alone; no column of a key is null.
  const sought = lookupBy<Row>(name, columns, (given) =>
    columns
      .map((name, at) => `${name} ${at < keyColumns ? '=' : 'IS NOT DISTINCT FROM'} ${given(name)}`)
      .join(' AND '),
  )
  return {
    ...{ ...sought, key },
    insert: (onConflict) => `${into} VALUES (${values})${conflict(onConflict)}`,
    insertFrom: (given, onConflict) => `${into} SELECT * FROM ${given}${conflict(onConflict)}`,
  }
}

/** How rows are changed, each by values of its own. */
export interface RowChange<Row> {
  readonly table: string
  /** The columns for which a change has a value; the key of the row last. */
  readonly columns: readonly (keyof Row & string)[]
  /** The statement for one row. */
  readonly one: (dialect: SqlDialect) => string
  /** The statement for all rows of `given`. */
  readonly many: (dialect: SqlDialect, given: string) => string
}

/** `set`: what stands after `SET`; its `given` names the value for a column. */
export function changeOf<Row>(
  table: string,
  key: keyof Row & string,
  values: readonly (keyof Row & string)[],
  set: (given: (column: keyof Row & string) => string, dialect: SqlDialect) => string,
): RowChange<Row> {
  const columns = [...values, key]
  const numbered = (column: keyof Row & string) => `?${String(columns.indexOf(column) + 1)}`
  const named = (column: keyof Row & string) => `given_${column}`
  return {
    table,
    columns,
    one: (dialect) => `UPDATE ${table} SET ${set(numbered, dialect)} WHERE ${key} = ${numbered(key)}`,
    many: (dialect, given) =>
      `UPDATE ${table} SET ${set(named, dialect)} FROM ${given} AS given(${columns.map(named).join(', ')}) WHERE ${table}.${key} = ${named(key)}`,
  }
}

/** Rows of one table that are written together. */
export interface RowWrites {
  /** Within a transaction it may be carried out later: its failure is then that of the next statement, or of the commit. */
  readonly insertRows: <Row>(table: Table<Row>, rows: readonly Row[], onConflict?: OnConflict) => void
  /** Each row is named once. As `insertRows`. */
  readonly changeRows: <Row>(change: RowChange<Row>, rows: readonly Row[]) => void
}

export const valuesOf = <Row>(row: Row, columns: readonly (keyof Row)[]): readonly SQLInputValue[] =>
  columns.map((column) => row[column] as SQLInputValue)

/** One row at a time, each by a statement that is prepared: SQLite has no way that is faster. */
export const rowsInSqlite = (
  run: (sql: string, ...values: readonly SQLInputValue[]) => unknown,
): RowWrites => ({
  insertRows(table, rows, onConflict) {
    const sql = table.insert(onConflict)
    for (const row of rows) run(sql, ...valuesOf(row, table.columns))
  },
  changeRows(change, rows) {
    const sql = change.one(SQLITE)
    for (const row of rows) run(sql, ...valuesOf(row, change.columns))
  },
})
