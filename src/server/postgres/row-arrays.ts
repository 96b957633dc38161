/**
 * Rows of one table go to PostgreSQL as arrays, one for each column: it takes ten times as long for as many statements of one
 * row each.
 */
import type { SQLInputValue } from 'node:sqlite'
import { POSTGRES } from './postgres-dialect.ts'
import type { RowWrites, Table } from '#platform/table.ts'
import type { PostgresValue } from './postgres-messages.ts'

/** Rows of one statement. */
const MAX_ROWS = 1_000

/** `typesOf`: the types of a table's columns by their names. `send`: in the order of the calls. */
export function rowsInPostgres(
  typesOf: (table: string) => ReadonlyMap<string, string>,
  send: (sql: string, values: readonly PostgresValue[]) => void,
): RowWrites {
  function sendRows<Row>(
    table: string,
    columns: readonly (keyof Row & string)[],
    rows: readonly Row[],
    sqlOf: (given: string) => string,
  ) {
    if (rows.length === 0) return
    const sql = sqlOf(arraysOf(columns, typesOf(table)))
    for (const part of inParts(rows)) send(sql, arraysIn(part, columns))
  }
  return {
    insertRows(table, rows, onConflict) {
      const { name, columns } = table
      // One statement replaces no row twice.
      const each = onConflict === 'replace' ? lastByKey(table, rows) : rows
      sendRows(name, columns, each, (given) => table.insertFrom(given, onConflict))
    },
    changeRows(change, rows) {
      sendRows(change.table, change.columns, rows, (given) => change.many(POSTGRES, given))
    },
  }
}

export const inParts = <Row>(rows: readonly Row[]): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, at) =>
    rows.slice(at * MAX_ROWS, (at + 1) * MAX_ROWS),
  )

export const arraysIn = <Row>(rows: readonly Row[], columns: readonly (keyof Row)[]): string[] =>
  columns.map((column) => toArray(rows.map((row) => row[column] as SQLInputValue)))

/** The FROM item that gives a query its rows, one array for each column. */
export const arraysOf = (columns: readonly string[], types: ReadonlyMap<string, string>): string =>
  `unnest(${columns.map((column, at) => `$${String(at + 1)}::${types.get(column) ?? ''}[]`).join(', ')})`

function lastByKey<Row>({ key }: Table<Row>, rows: readonly Row[]): readonly Row[] {
  const keyOf = (row: Row) => key.map((column) => String(toValue(row[column] as SQLInputValue))).join()
  const last = new Map(rows.map((row) => [keyOf(row), row]))
  return last.size === rows.length ? rows : [...last.values()]
}

export function toValue(value: SQLInputValue): PostgresValue {
  if (typeof value === 'string') return withoutZero(value)
  return value === null || typeof value !== 'object' ? value : `\\x${hexOf(value)}`
}

/** The one character that a text of PostgreSQL can't have; a contract's own words may. */
const withoutZero = (text: string) => text.replaceAll('\0', '\ufffd')

/** Writes an array literal of PostgreSQL. */
export function toArray(values: Iterable<SQLInputValue>): string {
  let text = '{'
  for (const value of values) {
    if (text.length > 1) text += ','
    if (value === null) text += 'NULL'
    else if (typeof value === 'object') text += `"\\\\x${hexOf(value)}"`
    else if (typeof value === 'string')
      text += `"${withoutZero(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`
    else text += String(value)
  }
  return `${text}}`
}

const hexOf = ({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('hex')
