/**
 * The indexes that an index in PostgreSQL may lack (schema.ts): which are there, and how one is made while blocks are
 * written and pages read.
 */
import { type Ask, withPostgres } from '../postgres/postgres-task.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { metaOf } from '#service/indexer/store/index-database.ts'
import type { PostgresDatabase } from '../postgres/postgres-database.ts'
import { LATER_POSTGRES_INDEXES, type Migrations, POSTGRES_MIGRATIONS } from './postgres-schema.ts'

/** Another connection makes indexes: one of a process that has just ended, for at most about a second. */
const BUSY_MS = 2_000

export const ALL_INDEXES: readonly string[] = Object.keys(LATER_POSTGRES_INDEXES)

/** The database indexes that can be used: complete ones only. */
export const preparedIndexes = ({ all }: Pick<Database, 'all'>): ReadonlySet<string> =>
  new Set(
    all<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
       WHERE c.relnamespace = current_schema()::regnamespace AND i.indisvalid`,
    )
      .map(({ name }) => name)
      .filter((name) => name in LATER_POSTGRES_INDEXES),
  )

export interface PrepareOptions {
  readonly url: string
  readonly schema: string
  /** Statements for the connection. */
  readonly setUp: readonly string[]
  readonly signal: AbortSignal
}

/** Gives true when it is there, else the milliseconds after which it is to be tried again. Rejects with PostgresError. */
export function prepareIndex(
  name: string,
  { url, schema, setUp, signal }: PrepareOptions,
): Promise<true | number> {
  return withPostgres(url, { setUp }, signal, async (ask) => {
    // Two that make one at the same time would end each other.
    const [lock] = await ask<{ is_mine: number }>(
      `SELECT pg_try_advisory_lock(hashtextextended('chainglass indexes ' || $1, 0)) AS is_mine`,
      [schema],
    )
    if (lock?.is_mine !== 1) return BUSY_MS
    await make(ask, name)
    return true
  })
}

/** `CONCURRENTLY` holds nobody up, and is for tables without parts only. */
async function make(ask: Ask, name: string) {
  const [, table = '', columns = ''] = /^(\w+) (.*)$/s.exec(LATER_POSTGRES_INDEXES[name] ?? '') ?? []
  for (;;) {
    const missing = await partsWithout(ask, name, table)
    if (missing === null) {
      await makeOn(ask, { index: name, table, columns })
      return
    }
    if (missing.length === 0) break
    for (const part of missing)
      await makeOn(ask, { index: indexOfPart(name, table, part), table: part, columns })
  }
  // PostgreSQL attaches the indexes of the parts, and makes one for a part that was added just now.
  await ask(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} ${columns}`)
}

const indexOfPart = (name: string, table: string, part: string) => `${name}${part.slice(table.length)}`

/** Null for a table without parts. */
async function partsWithout(ask: Ask, name: string, table: string): Promise<readonly string[] | null> {
  const [found] = await ask<{ kind: string }>(
    'SELECT relkind AS kind FROM pg_class WHERE oid = to_regclass($1)',
    [table],
  )
  if (found?.kind !== 'p') return null
  const parts = await ask<{ part: string }>(
    `SELECT c.relname AS part FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass($1) ORDER BY c.oid`,
    [table],
  )
  const missing: string[] = []
  for (const { part } of parts)
    if ((await stateOf(ask, indexOfPart(name, table, part))) !== 'there') missing.push(part)
  return missing
}

async function makeOn(
  ask: Ask,
  { index, table, columns }: { index: string; table: string; columns: string },
) {
  const state = await stateOf(ask, index)
  if (state === 'there') return
  // PostgreSQL keeps an incomplete index up to date but never uses it.
  if (state === 'broken') await ask(`DROP INDEX CONCURRENTLY ${index}`)
  await ask(`CREATE INDEX CONCURRENTLY ${index} ON ${table} ${columns}`)
}

async function stateOf(ask: Ask, index: string): Promise<'there' | 'broken' | 'missing'> {
  const [found] = await ask<{ is_valid: number }>(
    'SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  )
  if (!found) return 'missing'
  return found.is_valid === 1 ? 'there' : 'broken'
}

/** A step may rewrite a table. */
export const MIGRATION_LIMIT_MS = 24 * 3_600_000

/** Takes an index in PostgreSQL from an earlier version of its tables to the present one, where it is. */
export const canMigrate = (version: number, steps: Migrations = POSTGRES_MIGRATIONS): boolean =>
  steps.has(version)

/** Each step is one transaction with the number of its version: what was killed goes on where it was. */
export function migratePostgres(database: PostgresDatabase, steps: Migrations = POSTGRES_MIGRATIONS) {
  const { meta, setMeta } = metaOf(database)
  for (;;) {
    const isDone = database.transaction(() => {
      const version = Number(meta('schema_version'))
      const sql = steps.get(version)
      if (sql === undefined) return true
      database.exec(sql)
      setMeta('schema_version', String(version + 1))
      return false
    })
    if (isDone) return
  }
}
