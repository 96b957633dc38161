/** The index of one chain in a schema of PostgreSQL. One process writes it: whoever holds its lock. */
import { openPostgres, PostgresError, type PostgresDatabase } from '../postgres/postgres-database.ts'
import { isSqlState } from '../postgres/postgres-client.ts'
import { openPostgresReads } from '../postgres/postgres-reads.ts'
import { IndexError } from '#service/indexer/model/index-error.ts'
import { atOnce, type IndexDatabase, metaOf } from '#service/indexer/store/index-database.ts'
import {
  ALL_INDEXES,
  prepareIndex,
  preparedIndexes,
  canMigrate,
  migratePostgres,
  MIGRATION_LIMIT_MS,
} from './postgres-indexes.ts'
import { partsFor, POSTGRES_SCHEMA } from './postgres-schema.ts'
import { SCHEMA_VERSION } from '#service/indexer/store/schema.ts'

/** A dead machine is noticed within about four seconds, so that another writer can take over. */
const KEEPALIVE = `SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2;`
/**
 * Each question is planned by the values it is asked with: a plan for any value walks the whole chain for what is rare in it.
 * (The other half is that the tables are analysed, which PostgreSQL does by itself.)
 */
const PLANS = 'SET plan_cache_mode = force_custom_plan'
/** The SQLSTATE with which a connection is refused whose index another process writes. */
const LOCKED = '55P03'
const BYTES_MS = 10_000

/** Opens an index for writing. `schema`: see postgres-storage.ts. Throws IndexError. */
export function openPostgresIndex(url: string, schema: string): IndexDatabase {
  const toError = (error: unknown) => asPostgresIndexError(error, url, schema)
  // The lock first: of two processes that make one schema at the same time one would fail.
  const setUp = [KEEPALIVE, PLANS, lock(schema), `CREATE SCHEMA IF NOT EXISTS ${schema}`, useSchema(schema)]
  let database = openPostgres(url, { setUp, toError })
  try {
    const version = prepare(database, schema)
    if (version !== null && canMigrate(version)) {
      database.close()
      database = openPostgres(url, { setUp, toError, statementTimeoutMs: MIGRATION_LIMIT_MS })
      migratePostgres(database)
      database.close()
      database = openPostgres(url, { setUp, toError })
    }
    return createIndex(database, url, schema)
  } catch (error) {
    database.close()
    throw error
  }
}

const useSchema = (schema: string) => `SET search_path = ${schema}`

/**
 * Held by the connection that writes, and gone with it: whoever has lost it can't write any more. Another connection is
 * not made without it.
 */
const lock = (schema: string) => `DO $$ BEGIN
  IF NOT pg_try_advisory_lock(${lockOf(schema)}) THEN
    RAISE EXCEPTION 'another process writes this index' USING ERRCODE = '${LOCKED}';
  END IF;
END $$`

const lockOf = (schema: string) => `hashtextextended('chainglass ${schema}', 0)`

/** Whether a process holds the lock. Not to be asked of a replica. */
export const isLocked = (database: Pick<PostgresDatabase, 'get'>, schema: string): boolean =>
  database.get(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND ((classid::bigint << 32) | objid::bigint) = ${lockOf(schema)} LIMIT 1`,
  ) !== undefined

/** Makes the tables where there are none. Gives which version they are of; null where nobody can tell. */
const prepare = (database: PostgresDatabase, schema: string): number | null =>
  database.transaction(() => {
    const { meta, setMeta } = metaOf(database)
    if (!hasTables(database, schema)) {
      database.exec(POSTGRES_SCHEMA)
      setMeta('schema_version', String(SCHEMA_VERSION))
      setMeta('changes', '0')
    }
    return versionIn(meta('schema_version'))
  })

const hasTables = ({ get }: Pick<PostgresDatabase, 'get'>, schema: string): boolean =>
  get('SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = ?', schema, 'meta') !== undefined

function requireTables(database: Pick<PostgresDatabase, 'get'>, schema: string) {
  if (!hasTables(database, schema))
    throw new IndexError(
      'not_begun',
      `There is no index ${schema} in the database yet: no writer has begun it.`,
    )
}

const versionIn = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null

function checkVersion(schema: string, text: string | null) {
  const version = versionIn(text)
  if (version === null)
    throw new IndexError(
      'no_database',
      `The schema ${schema} of the database is none of Chainglass. It was left as it is: use another database.`,
    )
  if (version === SCHEMA_VERSION) return
  const found = `schema version ${String(version)}; this one knows ${String(SCHEMA_VERSION)}`
  if (version > SCHEMA_VERSION)
    throw new IndexError(
      'newer_database',
      `The index ${schema} was written by a newer Chainglass (${found}). It was left as it is: update Chainglass, or use another database.`,
    )
  if (canMigrate(version))
    throw new IndexError(
      'older_database',
      `The index ${schema} was written by an older Chainglass (${found}). A writer of this version takes it forward: start it first.`,
    )
  throw new IndexError(
    'older_database',
    `The index ${schema} was written by an older Chainglass (${found}). It was left as it is: index the chain again in another database, and read this one with the older Chainglass until then.`,
  )
}

function createIndex(database: PostgresDatabase, url: string, path: string): IndexDatabase {
  const { all, get, exec, lookUp, missingRows, close } = database
  const parts = new Set<number>()
  const indexes = createIndexes(database, url, path)
  let [isChanged, isWriting] = [false, false]
  const readSize = createSizeReader(database, path)
  const { meta, setMeta } = metaOf(database)
  const readChanges = () => changesOf(database, path)
  let changes = readChanges()
  let { connections } = database

  return {
    ...{ path, all, get, exec, lookUp, missingRows, close, meta, setMeta },
    snapshot: (read) => atOnce(() => database.snapshot(read)),
    // A statement that wrote no row changes nothing: readers keep their caches.
    run(sql, ...values) {
      const count = database.run(sql, ...values)
      isChanged ||= count > 0
      return count
    },
    insertRows(table, rows, onConflict) {
      if (rows.length === 0) return
      isChanged = true
      database.insertRows(table, rows, onConflict)
    },
    changeRows(change, rows) {
      if (rows.length === 0) return
      isChanged = true
      database.changeRows(change, rows)
    },
    send(sql, ...values) {
      isChanged = true
      database.send(sql, ...values)
    },
    transaction(work) {
      if (isWriting) return work()
      isWriting = true
      isChanged = false
      try {
        const { result, hasWritten } = database.transaction(() => {
          if (connections !== database.connections) {
            ;({ connections } = database)
            changes = readChanges()
            parts.clear()
          }
          const done = { result: work(), hasWritten: isChanged }
          if (done.hasWritten)
            database.send(`UPDATE meta SET value = (value::bigint + 1)::text WHERE name = 'changes'`)
          return done
        })
        if (hasWritten) changes += 1
        return result
      } catch (error) {
        parts.clear()
        throw error
      } finally {
        isWriting = false
      }
    },
    reachBlock(height) {
      const { part, sql } = partsFor(height)
      if (parts.has(part)) return
      exec(sql)
      parts.add(part)
    },
    ...indexes,
    preparesConcurrently: true,
    matchNames,
    get connections() {
      return database.connections
    },
    get isOpen() {
      return database.isOpen
    },
    get changes() {
      return changes
    },
    get bytes() {
      return readSize()
    },
  }
}

/**
 * An index that another process writes, read over several connections. It is asked within snapshots only; single values, and
 * the number of its changes, are those that were read last outside of one. Rejects with IndexError.
 */
export async function openPostgresReader(url: string, schema: string): Promise<IndexDatabase> {
  const reads = openPostgresReads(url, {
    setUp: [useSchema(schema), KEEPALIVE, PLANS],
    toError: (error) => asPostgresIndexError(error, url, schema),
  })
  const { all, get, snapshot } = reads
  let last: ReadonlyMap<string, string> = new Map()
  let prepared: ReadonlySet<string> = new Set()
  function values(): ReadonlyMap<string, string> {
    if (!reads.isReading) return last
    // One question for all of them.
    const rows = all<{ name: string; value: string }>('SELECT name, value FROM meta')
    last = new Map(rows.map(({ name, value }) => [name, value]))
    return last
  }
  const meta = (name: string) => values().get(name) ?? null
  const database: IndexDatabase = {
    ...{ path: schema, all, get, snapshot, meta, matchNames },
    ...{
      run: refuse,
      send: refuse,
      insertRows: refuse,
      changeRows: refuse,
      missingRows: refuse,
      exec: refuse,
      transaction: refuse,
      setMeta: refuse,
    },
    ...{
      reachBlock: refuse,
      prepareNextIndex: refuse,
      preparesConcurrently: true,
      lookUp: null,
      connections: 0,
      bytes: 0,
    },
    preparedIndexes() {
      if (prepared.size === ALL_INDEXES.length) return prepared
      const found = preparedIndexes(reads)
      // A later page sees at least these.
      prepared = found
      return found
    },
    get isOpen() {
      return reads.isOpen
    },
    get changes() {
      // A writer that was updated may have changed the tables under those who read.
      checkVersion(schema, meta('schema_version'))
      return Number(meta('changes') ?? 0)
    },
    close: () => void reads.close(),
  }
  try {
    await snapshot(() => {
      requireTables(reads, schema)
      return database.changes
    })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const refuse = (): never => {
  throw new Error('An index that another process writes is only read.')
}

/** Nobody else makes them. */
function createIndexes(
  database: PostgresDatabase,
  url: string,
  schema: string,
): Pick<IndexDatabase, 'preparedIndexes' | 'prepareNextIndex'> {
  const prepared = new Set(preparedIndexes(database))
  return {
    preparedIndexes: () => prepared,
    async prepareNextIndex(signal) {
      const next = ALL_INDEXES.find((name) => !prepared.has(name))
      if (next === undefined) return false
      try {
        const done = await prepareIndex(next, { url, schema, setUp: [KEEPALIVE, useSchema(schema)], signal })
        if (done === true) prepared.add(next)
        return done
      } catch (error) {
        throw asPostgresIndexError(error, url, schema)
      }
    },
  }
}

function changesOf({ all }: Pick<PostgresDatabase, 'all'>, schema: string): number {
  const [version, count] = all<{ value: string }>(
    `SELECT value FROM meta WHERE name IN ('changes', 'schema_version') ORDER BY name DESC`,
  )
  // A writer that was updated may have changed the tables under those who read.
  checkVersion(schema, version?.value ?? null)
  return Number(count?.value ?? 0)
}

/** The words of what was typed, each as the beginning of a word of the name; what has no letters in it matches nothing. */
const hasWord = (parameter: number) => {
  const typed = `words_of(?${String(parameter)}::text)`
  return `${typed} <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(${typed}) AS typed WHERE NOT EXISTS
    (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\\FFFF') COLLATE "C"))`
}

const matchNames: IndexDatabase['matchNames'] = (words, first) => ({
  sql: `SELECT id, name, other FROM name_index i WHERE ${words.map((_, nth) => hasWord(first + nth)).join(' AND ')}`,
  values: words,
})

/** Adding up the sizes of all tables takes a while: not more often than every few seconds. */
function createSizeReader(database: PostgresDatabase, schema: string): () => number {
  let size = { at: -Infinity, bytes: 0 }
  return () => {
    const now = performance.now()
    if (now - size.at > BYTES_MS) size = { at: now, bytes: readBytes(database, schema) }
    return size.bytes
  }
}

const readBytes = (database: PostgresDatabase, schema: string): number =>
  database.get<{ bytes: number | null }>(
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ? AND c.relkind = 'r'`,
    schema,
  )?.bytes ?? 0

/**
 * Converts an error of PostgreSQL to an IndexError; returns any other error unchanged. `schema`: the index, if it is
 * known.
 */
export function asPostgresIndexError(error: unknown, url: string, schema?: string): unknown {
  if (!(error instanceof PostgresError)) return error
  const host = describeDatabase(url)
  const { code, message } = error
  if (code === LOCKED)
    return new IndexError(
      'locked_database',
      `Another process writes this index in the database ${host}.`,
      error,
      schema,
    )
  if (code === '53300')
    return new IndexError('no_database', `The database ${host} takes no more connections: ${message}.`, error)
  // A full disk under the files of the server itself is an error of input and output.
  if (code.startsWith('53') || (code === '58030' && /no space/i.test(message)))
    return new IndexError('disk_full', `The database ${host} has no room left: ${message}.`, error)
  if (code === '25006')
    return new IndexError(
      'disk_full',
      `The database ${host} can only be read: it is a replica, or was made read-only. A writer needs the primary.`,
      error,
    )
  const refusal = REFUSALS.find(([codes]) => codes.test(code))?.[1]
  if (refusal !== undefined)
    return new IndexError('no_database', `The database ${host} ${refusal}: ${message}.`, error)
  if (error.isLost || !isSqlState(code))
    return new IndexError('no_database', `The database ${host} does not answer: ${message}.`, error)
  return error
}

/** By SQLSTATE. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'refuses the user or the password'],
  [/^3D/, 'is not there'],
  [/^42501$/, 'does not let this user do what an index needs'],
  // Deadlocks, and statements on a replica that conflict with a change of the primary.
  [/^(?:40|57014)/, 'ended a statement'],
  [/^(?:57|58)/, 'does not answer'],
]

/** Host and name, without user, password and options. A host in the options, or a socket, is the one that is asked. */
export function describeDatabase(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? decodeURIComponent(host)}${pathname}`
}
