import { together } from '#platform/unanswered.ts'
import type { SqlDialect } from '#platform/sql-dialect.ts'
import type { ListPage, ListRequest, Position, WireItem } from '../../chain-reader.ts'

/** A page of at most `limit` rows. `rows` holds one row more where there is a next page. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  { item, position }: { item: (row: Row) => WireItem; position: (row: Row) => Position },
): ListPage {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: together(shown.map((row) => () => item(row))),
    next: rows.length > limit && last !== undefined ? position(last) : null,
  }
}

/** A whole number in a cursor; null where it is missing or `null`. */
export function readInteger(value: Position[string] | undefined): number | null {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return null
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** A whole number of any size (up to 256 bits) in a cursor; null where it is missing. */
export function readBigInt(value: Position[string] | undefined): bigint | null {
  const text = String(value ?? '')
  return /^\d{1,78}$/.test(text) ? BigInt(text) : null
}

/** The token types of a `type` filter; all of them where there is none. */
export function typesIn({ filters }: ListRequest, all: readonly string[]): readonly string[] {
  const { type } = filters
  return Array.isArray(type) ? all.filter((each) => type.includes(each)) : all
}

/** Placeholders for the values of an `IN`; PostgreSQL knows no empty list. `first`: the number of the first. */
export const listOf = (values: readonly unknown[], first?: number): string =>
  values.map((_, nth) => (first === undefined ? '?' : `?${String(first + nth)}`)).join(', ') || 'NULL'

/** Conditions that a row's columns name something (`?1`): each such row matches one of them. */
export const inOneOf = (columns: readonly string[]): string[] =>
  columns.map((column, nth) =>
    [`${column} = ?1`, ...columns.slice(0, nth).map((other) => `${other} IS DISTINCT FROM ?1`)].join(' AND '),
  )

interface Merge {
  readonly columns: string
  readonly from: string
  /** Each condition selects rows along one database index; no row matches two of them. */
  readonly conditions: readonly string[]
  readonly order: string
  /** A parameter. */
  readonly limit: string
}

/** Rows that match any of the conditions; of each no more are read than the page needs. */
export const selectMerged = (
  { merge }: SqlDialect,
  { columns, from, conditions, order, limit }: Merge,
): string =>
  merge(
    conditions.map((condition) => `SELECT ${columns} FROM ${from} WHERE ${condition}`),
    `ORDER BY ${order} LIMIT ${limit}`,
  )
