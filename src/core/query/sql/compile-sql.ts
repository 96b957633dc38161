/**
 * Compiles a query to an SQL condition over the columns of items. It is true or false if the columns decide, else NULL;
 * SQL's `and`, `or` and `not` treat NULL as unknown too. Rows with NULL are read, and `compileQuery` of the rows decides. A
 * missing column makes a query slower, never wrong.
 */
import type { SQLInputValue } from 'node:sqlite'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { SHORTENED } from '#shared/query/compile-query.ts'
import { chainTest } from '#shared/query/row-chain.ts'
import type { Comparison, Query, Term } from '#shared/query/query.ts'
import { rowFields, type RowContext, type RowFields } from '#shared/query/row-fields.ts'
import { periodOf, scaledOf } from '#shared/query/values.ts'
import {
  AMOUNT,
  AMOUNT_PARTS,
  BLOCK,
  FAILED,
  FEE,
  FEE_PARTS,
  NEEDS_TOKEN,
  OF_COIN,
  PARTS_BEFORE_POINT,
  PENDING,
  SCAM,
  UNSURE,
  VALUE,
  VALUE_PARTS,
} from '../../rows/item-columns.ts'
import { METHOD, NFT_IDS, TYPES, WORDS } from '../../rows/names.ts'
import { COIN_PLACES, partsOf } from '../../rows/amount-parts.ts'
import { ofOwn, type NameSets } from './name-sets.ts'

/** An SQL condition. Its values are bound in order. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
  /** True if it can be NULL. SQL short-circuits conditions that can't, which takes a quarter of the time. */
  readonly isNullable?: boolean
  /** Bits of `flags`: the condition is unknown for rows with one of them. */
  readonly mask?: number
}

/** The conditions of a query on the rows of a list. */
export interface RowCondition {
  /** Rows that match, or have to be read to decide. */
  readonly where: Condition
  /** True for rows of `where` that certainly match. */
  readonly fits: Condition
  /** Rows that certainly match. */
  readonly sure: Condition
}

export const plain = (sql: string): Condition => ({ sql, values: [] })
/** True for all rows; also for conditions that hold for all rows alike. */
export const ALWAYS = plain('1')
export const NEVER = plain('0')
/** Each row has to be read. */
export const UNKNOWN: Condition = { sql: 'NULL', values: [], isNullable: true }
/** All rows match. */
export const ALL_ROWS: RowCondition = { where: ALWAYS, fits: ALWAYS, sure: ALWAYS }
/** All rows have to be read. */
export const ROWS_TO_READ: RowCondition = { where: ALWAYS, fits: NEVER, sure: NEVER }

export const hasFlag = (bit: number) => `(flags & ${String(bit)}) <> 0`
/** NULL for rows whose columns are incomplete. */
const orNull = ({ sql, values, mask = 0 }: Condition, { areAllSure }: SqlCompiler): Condition => ({
  sql: areAllSure === true ? sql : `CASE WHEN ${hasFlag(UNSURE | mask)} THEN NULL ELSE ${sql} END`,
  values,
  isNullable: true,
})
/** For fields that need the token of the list if the row leaves it out. */
const withToken = (condition: Condition): Condition => ({
  ...condition,
  mask: (condition.mask ?? 0) | NEEDS_TOKEN,
})
const kindOf = (parts: readonly Condition[]) => ({
  isNullable: parts.some(({ isNullable }) => isNullable),
  mask: parts.reduce((all, { mask = 0 }) => all | mask, 0),
})

/** Row conditions of a `condition` that can be NULL for any row. */
export const mayBe = ({ sql, values }: Condition): RowCondition => ({
  where: { sql: `(${sql}) IS NOT FALSE`, values },
  fits: { sql: `(${sql}) IS TRUE`, values },
  sure: { sql: `(${sql}) IS TRUE`, values },
})

function rowsThat(condition: Condition, of: SqlCompiler): RowCondition {
  const { sql, values, isNullable, mask = 0 } = condition
  if (isNullable === true) return mayBe(orNull(condition, of))
  if (of.areAllSure === true) return { where: condition, fits: ALWAYS, sure: condition }
  const isUnknown = hasFlag(UNSURE | mask)
  return {
    where: { sql: `(${isUnknown} OR (${sql}))`, values },
    fits: plain(`NOT (${isUnknown})`),
    sure: { sql: `(NOT (${isUnknown}) AND (${sql}))`, values },
  }
}

export function joined(parts: readonly Condition[], by: 'AND' | 'OR'): Condition {
  const [first] = parts
  if (!first) return by === 'AND' ? ALWAYS : NEVER
  return parts.length === 1
    ? first
    : {
        sql: `(${parts.map(({ sql }) => `(${sql})`).join(` ${by} `)})`,
        values: parts.flatMap(({ values }) => values),
        ...kindOf(parts),
      }
}
export const not = ({ sql, ...condition }: Condition): Condition => ({ ...condition, sql: `NOT (${sql})` })

const PARTIES = ['sender', 'receiver', 'other'] as const

/** Maximum number of numbers bound in the statement; more are looked up in a list. */
const MAX_INLINE = 8

export function isIn(column: string, numbers: readonly number[]): Condition {
  if (numbers.length === 0) return NEVER
  return numbers.length <= MAX_INLINE
    ? { sql: `${column} IN (${numbers.map(() => '?').join(', ')})`, values: numbers }
    : { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(numbers)] }
}
/** Condition that excludes these numbers; always true if there are none. */
export const isNotIn = (column: string, numbers: readonly number[]): Condition =>
  numbers.length === 0 ? ALWAYS : not(isIn(column, numbers))
const isInAny = (columns: readonly string[], numbers: readonly number[]) =>
  joined(
    // Most rows have two parties, so the third is looked up in a long list only if it is set.
    columns.map((column) =>
      column === 'other' && numbers.length > MAX_INLINE
        ? joined([{ sql: 'other <> 0', values: [] }, isIn(column, numbers)], 'AND')
        : isIn(column, numbers),
    ),
    'OR',
  )

export interface SqlCompiler {
  readonly resource: Resource
  readonly context: RowContext
  /** The list is of a token, which rows may leave out. */
  readonly isOfToken: boolean
  readonly names: NameSets
  /** No row has a flag of `TO_READ`, so the flags are not tested. */
  readonly areAllSure?: boolean
}
interface Compiler extends SqlCompiler {
  readonly fields: RowFields<object>
}

export const compileSql = (query: Query | null, of: SqlCompiler): RowCondition =>
  query === null ? ALL_ROWS : rowsThat(compileQuery(query, of), of)

/** The query as one condition, which is NULL for rows that have to be read. */
export const compileToNull = (query: Query | null, of: SqlCompiler): Condition =>
  query === null ? ALWAYS : orNull(compileQuery(query, of), of)

function compileQuery(query: Query, of: SqlCompiler): Condition {
  const compiler = { ...of, fields: rowFields(of.resource) }
  return compile(query)

  function compile(one: Query): Condition {
    if ('part' in one) return not(compile(one.part))
    if ('parts' in one) return joined(one.parts.map(compile), one.kind === 'all' ? 'AND' : 'OR')
    return compileTerm(one, compiler)
  }
}

/** Whether the source marks a row as scam. */
export function scamSql(of: SqlCompiler): Condition {
  const { resource, isOfToken, context, names } = of
  if (!rowFields(resource).isScam) return NEVER
  // Rows of a token's list are judged from the token's side, so they are read.
  if (isOfToken) return UNKNOWN
  const isMarked = hasFlag(SCAM)
  // The column was written for the list of one address. A mark of another address of the scope does not count.
  const others = [...(context.ownAddresses ?? [])].filter((address) => address !== context.ownAddress)
  if (others.length === 0) return orNull(plain(isMarked), of)
  const isOther = joined(
    [
      isInAny(PARTIES, names.ofAddresses(others)),
      isIn(
        'token',
        others.flatMap((address) => names.tokens(address, true)),
      ),
    ],
    'OR',
  )
  const sql = `CASE WHEN ${isMarked} AND ${isOther.sql} THEN NULL ELSE ${isMarked} END`
  return orNull({ sql, values: isOther.values }, of)
}

function compileTerm(term: Term, compiler: Compiler): Condition {
  const { fields, names } = compiler
  switch (term.kind) {
    case 'text':
      return compileText(term.text, compiler)
    case 'flag':
      return compileFlag(term.flag, compiler)
    case 'name':
      return compileName(term, compiler)
    case 'number':
      return compileNumber(term.word, [[term.comparison, term.number]], compiler)
    case 'range':
      return compileNumber(
        term.word,
        [
          ['>=', term.least],
          ['<=', term.most],
        ],
        compiler,
      )
    case 'date':
      return fields.time ? compileDate(term, compiler.context) : NEVER
    case 'id':
      return fields.ids ? isIn('ids', names.ids(term.id)) : NEVER
  }
}

function compileFlag(flag: Extract<Term, { kind: 'flag' }>['flag'], compiler: Compiler): Condition {
  const { fields, context, names } = compiler
  if (flag === 'in' || flag === 'out') {
    const [field, column] = flag === 'in' ? (['to', 'receiver'] as const) : (['from', 'sender'] as const)
    return fields[field] ? isIn(column, ofOwn(names, context)) : NEVER
  }
  if (flag === 'within') return fields.from && fields.to ? compileWithin(compiler) : NEVER
  if (flag === 'failed') return fields.isFailed ? plain(hasFlag(FAILED)) : NEVER
  if (flag === 'pending') return fields.isPending ? plain(hasFlag(PENDING)) : NEVER
  return scamSql(compiler)
}

/** From one of several addresses to another of them. */
function compileWithin({ context: { ownAddresses = new Set() }, names }: Compiler): Condition {
  const own = [...ownAddresses].map((address) => names.ofAddresses([address]))
  return joined(
    own.map((sender) => {
      const others = own.filter((one) => one !== sender).flat()
      return joined([isIn('sender', sender), isIn('receiver', others)], 'AND')
    }),
    'OR',
  )
}

function compileName(
  { word, whole, text }: Extract<Term, { kind: 'name' }>,
  { fields, context, names }: Compiler,
): Condition {
  if (word === 'chain') return chainTest(text, whole)(context.chain) ? ALWAYS : NEVER
  if (word === 'method') return fields.method ? isIn('method', names.methods(text, whole)) : NEVER
  if (word === 'type') return fields.types ? isIn('types', names.types(text, whole)) : NEVER
  if (word === 'token') return fields.tokens ? withToken(isIn('token', names.tokens(text, whole))) : NEVER
  const columns =
    word === 'with' ? PARTIES : word === 'from' ? (['sender'] as const) : (['receiver'] as const)
  const field = word === 'with' ? 'parties' : word
  return fields[field] ? isInAny(columns, names.addresses(text, whole, context.labels)) : NEVER
}

/** A text that is no hash and no number can only be in names and words. */
function compileText(text: string, { fields, context, names }: Compiler): Condition {
  const wanted = text.toLowerCase()
  if (/^[0-9a-fx]*$/.test(wanted) || SHORTENED.test(wanted)) return UNKNOWN
  const parts = [isIn('words', names.containing(WORDS, text))]
  if (fields.parties) parts.push(isInAny(PARTIES, names.addresses(text, false, context.labels)))
  if (fields.tokens) parts.push(withToken(isIn('token', names.tokens(text, false))))
  if (fields.method) parts.push(isIn('method', names.containing(METHOD, text)))
  if (fields.types) parts.push(isIn('types', names.containing(TYPES, text)))
  if (fields.ids) parts.push(isIn('ids', names.containing(NFT_IDS, text)))
  return joined(parts, 'OR')
}

type Bound = readonly [comparison: Comparison, number: string]

function compileNumber(
  word: Extract<Term, { kind: 'number' }>['word'],
  bounds: readonly Bound[],
  { fields, context }: Compiler,
): Condition {
  const compileEach = (one: (bound: Bound) => Condition) => joined(bounds.map(one), 'AND')
  const { decimals } = context.coin
  if (word === 'block') return fields.block ? has(BLOCK, compileEach(blockSql)) : NEVER
  if (word === 'amount')
    return fields.amounts
      ? withToken(
          has(
            AMOUNT,
            compileEach((bound) => amountSql(bound, decimals)),
          ),
        )
      : NEVER
  if (word === 'usd')
    return fields.worth ? withToken(compileEach((bound) => dollarSql(bound, decimals))) : NEVER
  if (!fields[word]) return NEVER
  const [bit, parts, before] =
    word === 'value'
      ? ([VALUE, VALUE_PARTS, PARTS_BEFORE_POINT.value] as const)
      : ([FEE, FEE_PARTS, PARTS_BEFORE_POINT.fee] as const)
  return has(
    bit,
    compileEach((bound) => partsSql(bound, parts, before, decimals - COIN_PLACES)),
  )
}

const has = (bit: number, { sql, ...condition }: Condition): Condition => ({
  ...condition,
  sql: `(${hasFlag(bit)} AND ${sql})`,
})

function amountSql(bound: Bound, coinDecimals: number): Condition {
  const ofTokens = partsSql(bound, AMOUNT_PARTS, PARTS_BEFORE_POINT.amount, 0)
  if (coinDecimals === COIN_PLACES) return ofTokens
  const ofCoin = partsSql(bound, AMOUNT_PARTS, PARTS_BEFORE_POINT.amount, coinDecimals - COIN_PLACES)
  return {
    sql: `CASE WHEN decimals = ${String(OF_COIN)} THEN ${ofCoin.sql} ELSE ${ofTokens.sql} END`,
    values: [...ofCoin.values, ...ofTokens.values],
  }
}

/**
 * Compares an amount part by part. `shift`: power of ten that the asked number is multiplied by, because amounts of the
 * coin are stored with eighteen decimals.
 */
function partsSql(
  [comparison, number]: Bound,
  columns: readonly string[],
  before: number,
  shift: number,
): Condition {
  const { digits, places } = scaledOf(number)
  const moved = places - shift
  const raw = moved >= 0 ? digits : digits * 10n ** BigInt(-moved)
  const parts = partsOf(String(raw), Math.max(0, moved), before, columns.length - before)
  if (parts)
    return {
      sql: `(${columns.join(', ')}) ${comparison} (${columns.map(() => '?').join(', ')})`,
      values: parts,
    }
  return besideParts([comparison, number], columns, before, raw, Math.max(0, moved))
}

/** Compares with a number of more digits than the columns have: it is larger than all, or between two values. */
function besideParts(
  [comparison]: Bound,
  columns: readonly string[],
  before: number,
  raw: bigint,
  places: number,
): Condition {
  const behind = columns.length - before
  const cut = places - 9 * behind
  const nearest = cut > 0 ? String(raw / 10n ** BigInt(cut)) : String(raw)
  const below = partsOf(nearest, Math.min(places, 9 * behind), before, behind)
  if (!below) {
    const isLarger = raw > 0n
    return comparison === '=' ? NEVER : comparison.startsWith('<') === isLarger ? ALWAYS : NEVER
  }
  if (comparison === '=') return NEVER
  // Digits are cut towards zero, so the asked number is above the cut one, or below it if negative.
  const operator = comparison.startsWith('<') ? (raw > 0n ? '<=' : '<') : raw > 0n ? '>' : '>='
  return {
    sql: `(${columns.join(', ')}) ${operator} (${columns.map(() => '?').join(', ')})`,
    values: below,
  }
}

/** Relative distance within which an amount in dollars is compared exactly. */
const MARGIN = 1e-9

function dollarSql([comparison, number]: Bound, coinDecimals: number): Condition {
  const near = Number(number)
  const margin = Math.max(Math.abs(near) * MARGIN, Number.MIN_VALUE)
  const above = comparison.startsWith('>') ? '1' : '0'
  const below = comparison.startsWith('<') ? '1' : '0'
  if (!Number.isFinite(near)) return UNKNOWN
  const compare = `CASE WHEN dollars IS NULL THEN 0 WHEN dollars > ? THEN ${above} WHEN dollars < ? THEN ${below} ELSE NULL END`
  const values = [near + margin, near - margin]
  if (coinDecimals === COIN_PLACES) return { sql: compare, values, isNullable: true }
  // Amounts of the coin were computed with eighteen decimals, so they are read instead.
  return {
    sql: `CASE WHEN decimals = ${String(OF_COIN)} THEN NULL ELSE ${compare} END`,
    values,
    isNullable: true,
  }
}

/** Compares the height of a row. */
function blockSql([comparison, number]: Bound): Condition {
  const { digits, places } = scaledOf(number)
  const near = Number(number)
  return places === 0 && Number.isSafeInteger(near) && digits === BigInt(near)
    ? { sql: `height ${comparison} ?`, values: [near] }
    : UNKNOWN
}

function compileDate({ word, date }: Extract<Term, { kind: 'date' }>, { zone }: RowContext): Condition {
  const { start, end } = periodOf(date, zone)
  if (word === 'after') return { sql: '(time >= 0 AND time >= ?)', values: [start] }
  if (word === 'before') return { sql: '(time >= 0 AND time < ?)', values: [start] }
  return { sql: '(time >= 0 AND time >= ? AND time < ?)', values: [start, end] }
}
