/**
 * An index that is kept twice: each statement goes to a SQLite file and to PostgreSQL, on the same rows, and what the two
 * answer is compared at once. Whoever uses it gets what PostgreSQL says.
 */
import { randomUUID } from 'node:crypto'
import type { SQLInputValue } from 'node:sqlite'
import { inspect } from 'node:util'
import { type Sql, SQLITE, sqlIn } from '#platform/sql-dialect.ts'
import { POSTGRES } from '#server/postgres/postgres-dialect.ts'
import { arraysOf } from '#server/postgres/row-arrays.ts'
import { type IndexDatabase, type LookUp, metaOf } from '../../store/index-database.ts'
import { openPostgresIndex } from '#server/store/postgres-index.ts'
import type { SqliteIndexOptions } from '../../store/sqlite-index.ts'
import { TABLES } from '../../store/schema.ts'

type Values = readonly SQLInputValue[]
type OpenSqlite = (path: string, options?: SqliteIndexOptions) => IndexDatabase

/** State that all mirrored indexes of a test file share. */
export class Contract {
  /** The URL of a PostgreSQL database. */
  server = ''
  /** Where the two answered otherwise, with the statement and where it is asked: each place once. */
  readonly differences: string[] = []
  /** Where in the source statements were asked, as `store/name-table.ts:31:27`. */
  readonly asked = new Set<string>()
  /** The texts of all statements: SQLite's, and PostgreSQL's where it differs. */
  readonly statements = new Set<string>()
  readonly #places = new Set<string>()
  readonly #different = new Set<string>()

  /** Wraps the function that opens a SQLite index. */
  opener(openSqlite: OpenSqlite): OpenSqlite {
    return (path, options) => {
      const sqlite = openSqlite(path, options)
      return new MirroredIndex(this, sqlite, openPostgresIndex(this.server, mirrorOf(sqlite)))
    }
  }

  /** To be called by a method of the index itself. */
  noteCaller() {
    const { prepareStackTrace, stackTraceLimit } = Error
    Error.stackTraceLimit = 3
    Error.prepareStackTrace = (_, frames) => frames
    const caller = (new Error('').stack as unknown as NodeJS.CallSite[]).at(2)
    Error.prepareStackTrace = prepareStackTrace
    const place = `${caller?.getFileName() ?? ''}:${String(caller?.getLineNumber())}:${String(caller?.getColumnNumber())}`
    if (!this.#places.has(place)) {
      this.#places.add(place)
      // As it is in the source takes a hundred times as long.
      const line = (new Error('').stack ?? '').split('\n').at(3) ?? ''
      const found = /\/indexer\/([\w/-]+\.ts:\d+:\d+)/.exec(line)?.[1]
      if (found !== undefined) this.asked.add(found)
    }
    Error.stackTraceLimit = stackTraceLimit
  }

  noteTexts(...texts: readonly [sqlite: string, postgres: string]) {
    const [sqlite = '', postgres = ''] = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
    this.statements.add(sqlite === postgres ? sqlite : `${sqlite}\n-- PostgreSQL:\n${postgres}`)
  }

  differ(asked: Sql, values: Values, sqlite: string, postgres: string) {
    const sql = sqlIn(SQLITE, asked)
    if (this.#different.has(sql)) return
    this.#different.add(sql)
    const place = (new Error('').stack ?? '')
      .split('\n')
      .filter((line) => /\/indexer\/(?:store|read|sync|follow)\//.test(line))
    this.differences.push(
      [
        sql,
        `with ${values.map(plainValue).join(', ')}`,
        `SQLite: ${sqlite}`,
        `PostgreSQL: ${postgres}`,
        ...place,
      ].join('\n'),
    )
  }
}

/** The schema with the same rows, which the file itself names: it may be moved, and another one come to its place. */
function mirrorOf(sqlite: IndexDatabase): string {
  const known = sqlite.meta('mirror')
  if (known !== null) return known
  const name = `mirror_${randomUUID().replaceAll('-', '')}`
  sqlite.setMeta('mirror', name)
  return name
}

const plainValue = (value: unknown): string =>
  value instanceof Uint8Array ? `x'${Buffer.from(value).toString('hex')}'` : inspect(value)

/** A column that has no name is called otherwise by each. */
const plainRow = (row: object) =>
  Object.entries(row)
    .map(([name, value]) => `${/^[a-z_]\w*$/i.test(name) ? `${name} = ` : ''}${plainValue(value)}`)
    .join(', ')

const rowsOf = (row: unknown): readonly object[] => (typeof row === 'object' && row !== null ? [row] : [])

const OUTER_ORDER = /\bORDER BY [^()]*(?:\([^()]*\)[^()]*)*$/
const hasOrder = (sql: string) => OUTER_ORDER.test(sql) && !/random\(\)/.test(sql)
/** Whether the statement has a limit without an order: each engine may give other rows then. */
function isAnyFew(sql: string, values: Values, rows: number): boolean {
  const limit = /\bLIMIT (?:\?|(\d+))\s*$/.exec(sql)
  return limit !== null && !hasOrder(sql) && rows >= Number(limit[1] ?? values.at(-1))
}

/** Types of columns, by SQLite's name. */
const TYPES: Readonly<Record<string, string>> = { INTEGER: 'bigint', BLOB: 'bytea', TEXT: 'text' }

class MirroredIndex implements IndexDatabase {
  readonly #contract: Contract
  readonly #sqlite: IndexDatabase
  readonly #postgres: IndexDatabase
  readonly path: string
  readonly meta: IndexDatabase['meta']
  readonly setMeta: IndexDatabase['setMeta']
  readonly #types = new Map<string, ReadonlyMap<string, string>>()
  /** The last search for names, which each engine writes in its own words. */
  #names: {
    readonly first: number
    readonly words: number
    readonly texts: readonly [string, string]
    readonly value: readonly string[]
  } | null = null

  constructor(contract: Contract, sqlite: IndexDatabase, postgres: IndexDatabase) {
    this.#contract = contract
    this.#sqlite = sqlite
    this.#postgres = postgres
    this.path = sqlite.path
    ;({ meta: this.meta, setMeta: this.setMeta } = metaOf(this))
  }

  readonly all: IndexDatabase['all'] = <Row>(sql: Sql, ...values: Values): Row[] => {
    this.#contract.noteCaller()
    const theirs = this.#postgres.all<Row>(sql, ...values)
    const ours = this.#sqlite.all<Row>(...this.#forSqlite(sql, values))
    this.#compareRows(sql, values, ours as object[], theirs as object[])
    return theirs
  }

  readonly get: IndexDatabase['get'] = <Row>(sql: Sql, ...values: Values): Row | undefined => {
    this.#contract.noteCaller()
    const theirs = this.#postgres.get<Row>(sql, ...values)
    const ours = this.#sqlite.get<Row>(...this.#forSqlite(sql, values))
    this.#compareRows(sql, values, rowsOf(ours), rowsOf(theirs))
    return theirs
  }

  readonly run: IndexDatabase['run'] = (sql, ...values) => {
    this.#contract.noteCaller()
    const theirs = this.#postgres.run(sql, ...values)
    const ours = this.#sqlite.run(...this.#forSqlite(sql, values))
    if (ours !== theirs) this.#contract.differ(sql, values, `${String(ours)} rows`, `${String(theirs)} rows`)
    return theirs
  }

  readonly send: IndexDatabase['send'] = (sql, ...values) => {
    this.#contract.noteCaller()
    this.#postgres.send(sql, ...values)
    this.#sqlite.send(...this.#forSqlite(sql, values))
  }

  readonly insertRows: IndexDatabase['insertRows'] = (table, rows, onConflict) => {
    this.#contract.noteCaller()
    const given = this.#arraysOf(table.name, table.columns)
    this.#contract.noteTexts(table.insert(onConflict), table.insertFrom(given, onConflict))
    this.#postgres.insertRows(table, rows, onConflict)
    this.#sqlite.insertRows(table, rows, onConflict)
  }

  readonly changeRows: IndexDatabase['changeRows'] = (change, rows) => {
    this.#contract.noteCaller()
    const given = this.#arraysOf(change.table, change.columns)
    this.#contract.noteTexts(change.one(SQLITE), change.many(POSTGRES, given))
    this.#postgres.changeRows(change, rows)
    this.#sqlite.changeRows(change, rows)
  }

  readonly lookUp = <Row>(look: LookUp, keys: readonly Values[]): Row[] => {
    this.#contract.noteCaller()
    const theirs = this.#postgres.lookUp?.<Row>(look, keys) ?? []
    const { table, key, columns } = look
    const sql = `SELECT ${[...key, ...columns].join(', ')} FROM ${table} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}`
    const ours = keys.flatMap((values) => this.#sqlite.all<object>(sql, ...values))
    this.#compareRows(sql, keys.flat(), ours, theirs as object[])
    return theirs
  }

  readonly missingRows: IndexDatabase['missingRows'] = (table, rows) => {
    this.#contract.noteCaller()
    this.#contract.noteTexts(table.find, table.findMissing(this.#arraysOf(table.name, table.columns)))
    const theirs = this.#postgres.missingRows(table, rows)
    const ours = this.#sqlite.missingRows(table, rows)
    this.#compareRows(table.find, [], ours as readonly object[], theirs as readonly object[])
    return theirs
  }

  readonly exec: IndexDatabase['exec'] = (sql) => {
    this.#contract.noteCaller()
    this.#postgres.exec(sql)
    this.#sqlite.exec(sql)
  }

  readonly transaction: IndexDatabase['transaction'] = (work) =>
    this.#postgres.transaction(() => this.#sqlite.transaction(work))

  readonly snapshot: IndexDatabase['snapshot'] = (read) => this.#postgres.snapshot(read)

  readonly reachBlock: IndexDatabase['reachBlock'] = (height) => {
    this.#postgres.reachBlock(height)
  }

  /** No index counts as prepared, so that each page asks how much it would read without one. */
  readonly preparedIndexes = (): ReadonlySet<string> => new Set()

  readonly preparesConcurrently = false

  readonly prepareNextIndex: IndexDatabase['prepareNextIndex'] = async (signal) => {
    const theirs = await this.#postgres.prepareNextIndex(signal)
    const ours = await this.#sqlite.prepareNextIndex(signal)
    return theirs || ours
  }

  readonly matchNames: IndexDatabase['matchNames'] = (words, first) => {
    const theirs = this.#postgres.matchNames(words, first)
    const ours = this.#sqlite.matchNames(words, first)
    this.#names = { first, words: words.length, texts: [theirs.sql, ours.sql], value: ours.values }
    return theirs
  }

  get connections() {
    return this.#postgres.connections
  }

  get changes() {
    return this.#postgres.changes
  }

  get bytes() {
    return this.#sqlite.bytes
  }

  get isOpen() {
    return this.#sqlite.isOpen
  }

  /** All that both have was the same, row for row, when it is closed. */
  close() {
    if (this.isOpen) this.#compareTables()
    this.#postgres.close()
    this.#sqlite.close()
  }

  #arraysOf(table: string, columns: readonly string[]): string {
    let types = this.#types.get(table)
    if (!types) {
      const sql = 'SELECT name, type FROM pragma_table_info(?)'
      const rows = this.#sqlite.all<{ name: string; type: string }>(sql, table)
      types = new Map(rows.map(({ name, type }) => [name, TYPES[type] ?? '']))
      this.#types.set(table, types)
    }
    return arraysOf(columns, types)
  }

  /** Notes the texts of both. */
  #forSqlite(asked: Sql, values: Values): [string, ...SQLInputValue[]] {
    const [ours, theirs] = [sqlIn(SQLITE, asked), sqlIn(POSTGRES, asked)]
    if (this.#names === null || !ours.includes(this.#names.texts[0])) {
      this.#contract.noteTexts(ours, theirs)
      return [ours, ...values]
    }
    const { first, words, texts, value } = this.#names
    const text = ours.replace(texts[0], () => texts[1])
    this.#contract.noteTexts(text, theirs)
    return [text, ...values.toSpliced(first - 1, words, ...value)]
  }

  #compareRows(asked: Sql, values: Values, ours: readonly object[], theirs: readonly object[]) {
    const sql = sqlIn(SQLITE, asked)
    if (ours.length === theirs.length && isAnyFew(sql, values, ours.length)) return
    const [left, right] = [ours.map(plainRow), theirs.map(plainRow)]
    if (!hasOrder(sql)) {
      left.sort()
      right.sort()
    }
    const at = left.findIndex((row, index) => row !== right[index])
    if (at !== -1) this.#contract.differ(sql, values, left[at] ?? 'none', right[at] ?? 'none')
    else if (right.length > left.length) this.#contract.differ(sql, values, 'none', right[left.length] ?? '')
  }

  #compareTables() {
    for (const [, table = ''] of TABLES.matchAll(/CREATE TABLE (\w+)/g)) {
      const columns = this.#sqlite
        .all<{ name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)', table)
        // Some numbers are more than JavaScript has.
        .map(({ name, type }) => (type === 'INTEGER' ? `CAST(${name} AS TEXT) AS ${name}` : name))
      // Each engine has its own number of writes and schema version.
      const where = table === 'meta' ? ` WHERE name NOT IN ('changes', 'schema_version', 'mirror')` : ''
      const sql = `SELECT ${columns.join(', ')} FROM ${table}${where}`
      this.#compareRows(sql, [], this.#sqlite.all<object>(sql), this.#postgres.all<object>(sql))
    }
  }
}
