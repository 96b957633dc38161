/**
 * Rows that are written one by one are sent many at a time: PostgreSQL takes ten times as long for as many statements as for
 * one with arrays. The statements of one table stay in their order; those of different tables may change places, so no
 * trigger may depend on that.
 */
import type { SQLInputValue } from 'node:sqlite'
import type { PostgresStatement, PostgresValue } from './postgres-messages.ts'

/** Rows of one statement; also a bound of what waits here. */
const MAX_ROWS = 1_000

/** A statement whose rows can be sent together, as it is written for them. */
interface Groupable {
  readonly table: string
  /** Of each parameter. */
  readonly columns: readonly string[]
  /** The positions of the parameters that name a row which is changed: twice in one statement is once too often. */
  readonly key: readonly number[]
  readonly toText: (arrays: readonly string[]) => string
}

interface Group {
  readonly text: string
  readonly statement: Groupable
  readonly rows: (readonly SQLInputValue[])[]
  readonly keys: Set<string>
}

export interface StatementGroups {
  /** `text`: with `$1`, `$2` ... */
  readonly add: (text: string, values: readonly SQLInputValue[]) => void
  /** Hands on what waits. To be called before anything else is asked. */
  readonly flush: () => void
  /** Of a transaction that is given up. */
  readonly clear: () => void
}

/** `typesOf`: the types of a table's columns by their names. */
export function createStatementGroups(
  typesOf: (table: string) => ReadonlyMap<string, string>,
  queue: (statement: PostgresStatement) => void,
): StatementGroups {
  const known = new Map<string, Groupable | null>()
  /** By table: one at a time, so that the statements of a table stay in their order. */
  const groups = new Map<string, Group>()

  const send = (sql: string, values: readonly PostgresValue[]) => {
    queue({ sql, values, inTransaction: true })
  }

  function flushTable(table: string) {
    const group = groups.get(table)
    if (!group) return
    groups.delete(table)
    const { rows, statement, text } = group
    const [only] = rows
    if (rows.length === 1 && only) {
      send(text, only.map(toValue))
      return
    }
    const types = typesOf(table)
    const arrays = statement.columns.map((column, at) => `$${String(at + 1)}::${types.get(column) ?? ''}[]`)
    send(
      statement.toText(arrays),
      statement.columns.map((_, at) => toArray(rows, at)),
    )
  }
  const flush = () => {
    for (const table of groups.keys()) flushTable(table)
  }

  return {
    add(text, values) {
      let statement = known.get(text)
      if (statement === undefined) known.set(text, (statement = readStatement(text)))
      if (!statement) {
        // What it reads or writes is not known here.
        flush()
        send(text, values.map(toValue))
        return
      }
      const { table } = statement
      const key = statement.key.map((at) => String(toValue(values[at] ?? null))).join()
      let group = groups.get(table)
      if (group && (group.text !== text || group.keys.has(key))) {
        flushTable(table)
        group = undefined
      }
      if (!group) {
        // Asked for before anything waits: to learn it is a question of its own.
        typesOf(table)
        groups.set(table, (group = { text, statement, rows: [], keys: new Set() }))
      }
      group.rows.push(values)
      if (statement.key.length > 0) group.keys.add(key)
      if (group.rows.length >= MAX_ROWS) flushTable(table)
    },
    flush,
    clear() {
      groups.clear()
    },
  }
}

const INSERT =
  /^INSERT INTO (\w+) \(([\w, ]+)\) VALUES \(\$1(?:, \$\d+)*\)( ON CONFLICT (?:DO NOTHING|\(([\w, ]+)\) DO UPDATE SET (?:, |\w+ = excluded\.\w+)+))?$/
/** Its last parameter is the key. */
const UPDATE = /^UPDATE (\w+) SET (.+) WHERE (\w+) = \$(\d+)$/
/** A column that is set, or a parameter in what it is set to. */
const PARTS = /\b(\w+) = |\$(\d+)/g

function readStatement(text: string): Groupable | null {
  const [, table, list, conflict = '', key] = INSERT.exec(text) ?? []
  if (table !== undefined && list !== undefined) {
    const columns = list.split(', ')
    return {
      table,
      columns,
      key: key?.split(', ').map((column) => columns.indexOf(column)) ?? [],
      toText: (arrays) =>
        `INSERT INTO ${table} (${list}) SELECT * FROM unnest(${arrays.join(', ')})${conflict}`,
    }
  }
  return readUpdate(text)
}

function readUpdate(text: string): Groupable | null {
  const [, table, set, key, last] = UPDATE.exec(text) ?? []
  if (table === undefined || set === undefined || key === undefined || set.includes('SELECT')) return null
  const columns: string[] = []
  let column = ''
  for (const [, name, parameter] of set.matchAll(PARTS)) {
    if (name !== undefined) column = name
    // Each once, in their order.
    else if (Number(parameter) === columns.length + 1) columns.push(column)
    else return null
  }
  if (columns.length + 1 !== Number(last)) return null
  const names = [...columns, key].map((_, at) => `v${String(at + 1)}`)
  const values = set.replaceAll(/\$(\d+)/g, 'v$1')
  return {
    table,
    columns: [...columns, key],
    key: [columns.length],
    toText: (arrays) =>
      `UPDATE ${table} SET ${values} FROM unnest(${arrays.join(', ')}) AS given(${names.join(', ')}) WHERE ${table}.${key} = given.${names.at(-1) ?? ''}`,
  }
}

export function toValue(value: SQLInputValue): PostgresValue {
  if (typeof value === 'string') return withoutZero(value)
  return value === null || typeof value !== 'object' ? value : `\\x${hexOf(value)}`
}

/** The one character that a text of PostgreSQL can't have; a contract's own words may. */
const withoutZero = (text: string) => text.replaceAll('\0', '\ufffd')

/** The values at one position, as PostgreSQL writes an array. */
export function toArray(rows: readonly (readonly SQLInputValue[])[], at: number): string {
  let text = '{'
  for (const row of rows) {
    const value = row[at] ?? null
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
