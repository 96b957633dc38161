/**
 * The parts of SQL that differ between SQLite and PostgreSQL. The rest of a statement is written so that both
 * understand it; PostgreSQL's connection translates parameters (`?`, `?1`).
 */
export interface SqlDialect {
  /** A constant, by its hex digits. */
  readonly bytes: (digits: string) => string
  /** A condition: this bit of a column is set. */
  readonly hasBit: (column: string, bit: number) => string
  readonly least: (one: string, other: string) => string
  readonly greatest: (one: string, other: string) => string
  /** The right side of an `IN`: a parameter that is a JSON array of whole numbers. */
  readonly inNumbers: string
  /** A column of whose index SQLite is to make no use. PostgreSQL knows how rare a value is. */
  readonly withoutIndex: (column: string) => string
  /**
   * Rows that several parts give in one order, no more of each than are wanted. SQLite merges parts that are ordered as a
   * whole; PostgreSQL reads less where each part says it.
   */
  readonly merge: (parts: readonly string[], orderAndLimit: string) => string
}

/** A statement: its text, or how it is said in a dialect. Written in the code, never made from input. */
export type Sql = string | ((dialect: SqlDialect) => string)

export const sqlIn = (dialect: SqlDialect, sql: Sql): string => (typeof sql === 'string' ? sql : sql(dialect))

export const SQLITE: SqlDialect = {
  bytes: (digits) => `x'${digits}'`,
  hasBit: (column, bit) => `${column} & ${String(bit)}`,
  least: (one, other) => `min(${one}, ${other})`,
  greatest: (one, other) => `max(${one}, ${other})`,
  inNumbers: '(SELECT value FROM json_each(?))',
  withoutIndex: (column) => `+${column}`,
  merge: (parts, orderAndLimit) => `${parts.join(' UNION ALL ')} ${orderAndLimit}`,
}
