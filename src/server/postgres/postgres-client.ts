/** How a connection to PostgreSQL is made, what its values become, and what its failures mean: for whoever holds one. */
import { types, type ClientConfig, type QueryConfig } from 'pg'
import { type Sql, sqlIn } from '#platform/sql-dialect.ts'
import { POSTGRES } from './postgres-dialect.ts'
import type { PostgresFailure } from './postgres-messages.ts'

export interface PostgresTimeouts {
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
}

/**
 * Throws for a number that JavaScript can't hold exactly, as SQLite does. Columns of larger numbers are read as text.
 */
function toInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} is beyond what a number can hold exactly`)
}

const asText = (text: string) => text
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: toInteger,
  [types.builtins.INT4]: toInteger,
  [types.builtins.INT2]: toInteger,
  [types.builtins.NUMERIC]: toInteger,
  [types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
}

/** `toBytes`: of bytes as PostgreSQL writes them, `\x...`. */
export const clientOptions = (
  url: string,
  { connectTimeoutMs, statementTimeoutMs }: PostgresTimeouts,
  toBytes: (text: string) => unknown = asText,
): ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectTimeoutMs,
  statement_timeout: statementTimeoutMs,
  query_timeout: statementTimeoutMs * 2,
  keepAlive: true,
  pipeline: true,
  application_name: 'chainglass',
  types: {
    getTypeParser: (type: number) =>
      type === (types.builtins.BYTEA as number) ? toBytes : (PARSERS[type] ?? asText),
  },
})

/** More than are ever in use; a bound in case SQL text is made from changing parts. */
const MAX_TEXTS = 500

/** Texts of statements with PostgreSQL's parameters (`$1`), each made once. No constant in a statement has a `?`. */
export function createTexts(): (sql: Sql) => string {
  const texts = new Map<string, string>()
  return (sql) => {
    const said = sqlIn(POSTGRES, sql)
    let text = texts.get(said)
    if (text !== undefined) return text
    if (texts.size >= MAX_TEXTS) texts.clear()
    texts.set(said, (text = numberParameters(said)))
    return text
  }
}

/** One without a number has the one after the highest so far. */
function numberParameters(sql: string): string {
  let last = 0
  return sql.replaceAll(/\?(\d*)/g, (_, digits: string) => {
    const number = digits === '' ? last + 1 : Number(digits)
    last = Math.max(last, number)
    return `$${String(number)}`
  })
}

/** The maximal number of prepared statements; later ones are sent unnamed. */
const MAX_NAMES = 500

/** Names statements: a connection parses each once. */
export function createStatementNames(): (sql: string, values: readonly unknown[]) => QueryConfig {
  const names = new Map<string, string>()
  return (sql, values) => {
    // Several statements in one text can't be prepared.
    if (values.length === 0 && sql.includes(';')) return { text: sql }
    let name = names.get(sql)
    if (name === undefined && names.size < MAX_NAMES) names.set(sql, (name = `s${String(names.size)}`))
    return { ...(name !== undefined && { name }), text: sql, values: [...values] }
  }
}

/** Characters of a statement that an error quotes. */
const MAX_SHOWN = 500

/** Says which statement it was that is wrong in itself, a fault of this program: nobody who waits knows that. */
export function nameStatement(error: unknown, sql: string) {
  if (error instanceof Error && String((error as { code?: unknown }).code).startsWith('42'))
    error.message += ` (${sql.slice(0, MAX_SHOWN)})`
}

/** `EPIPE` and its like have five letters, too, and are codes of the system. */
export const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
const isOfSystem = (error: unknown) => typeof (error as { errno?: unknown }).errno === 'number'

/** Classes of SQLSTATE: connection exceptions, and a server that ends or starts. */
const LOST = /^(?:08...|57P0[123])$/

/** `isGone`: there is no connection now. */
export function describeFailure(error: unknown, isGone: boolean): PostgresFailure {
  const code = (error as { code?: unknown }).code
  const message = error instanceof Error ? error.message : String(error)
  const isState = typeof code === 'string' && isSqlState(code)
  return {
    ok: false,
    code: typeof code === 'string' ? code : '',
    // A host name with several addresses fails with an error for each of them.
    message: message === '' && error instanceof AggregateError ? String(error.errors[0]) : message,
    isLost: isState
      ? LOST.test(code)
      : isGone || isOfSystem(error) || /timeout|terminated|not queryable/i.test(message),
  }
}
