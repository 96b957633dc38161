/** Indexes as schemas of one PostgreSQL database, one for each chain. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SharedBackfill } from '../backfill/backfill-source.ts'
import { openPostgres, type PostgresDatabase } from '../postgres/postgres-database.ts'
import { withPostgres } from '../postgres/postgres-task.ts'
import { asPostgresIndexError, describeDatabase, openPostgresIndex } from './postgres-index.ts'
import {
  keyOfUrl,
  stemOf,
  type IndexIdentity,
  type IndexKind,
  type IndexStorage,
} from '#service/indexer/follow/index-storage.ts'

/** `url`: `postgres://USER:PASSWORD@HOST/DATABASE`. Its methods throw IndexError. */
export const createPostgresStorage = (url: string, log?: Log) => (kind: IndexKind) =>
  createStorage(url, kind, log)

type Log = (line: string) => void

function createStorage(url: string, kind: IndexKind, log?: Log): IndexStorage {
  const withDatabase = createShortConnection(url)
  const findOf = (chain: IndexIdentity, wanted: IndexKind) => {
    const stem = schemaStem(chain, wanted)
    return withDatabase((database) => schemasIn(database, wanted))
      .filter((name) => partsOf(name).stem === stem)
      .sort((a, b) => partsOf(a).run - partsOf(b).run)
  }
  const rename = (name: string) => {
    withDatabase((database) => {
      if (database.get('SELECT 1 FROM pg_namespace WHERE nspname = ?', name) !== undefined)
        database.exec(`ALTER SCHEMA ${name} RENAME TO removed_${name}_${String(Date.now())}`)
    })
  }
  const removeRecent = (chain: IndexIdentity) => {
    findOf(chain, 'recent').forEach(rename)
    void dropRemoved(url, schemaStem(chain, 'recent'), log)
  }
  return {
    find: (chain) => findOf(chain, kind),
    nameOf: (chain, run) => `${schemaStem(chain, kind)}${run === 1 ? '' : `_${String(run)}`}`,
    open: (name) => openPostgresIndex(url, name),
    lastFor: (nodeUrl) =>
      withDatabase((database) => {
        for (const schema of schemasIn(database, 'whole')) {
          const sql = `SELECT 1 FROM ${schema}.meta WHERE name = ?`
          if (database.get(sql, `url ${keyOfUrl(nodeUrl)}`) !== undefined) return schema
        }
        return null
      }),
    saveLast: (nodeUrl, name) => {
      withDatabase((database) => {
        const { run, transaction } = database
        const key = `url ${keyOfUrl(nodeUrl)}`
        transaction(() => {
          for (const schema of schemasIn(database, 'whole')) {
            if (schema !== name) run(`DELETE FROM ${schema}.meta WHERE name = ?`, key)
            else
              run(
                `INSERT INTO ${schema}.meta (name, value) VALUES (?, '1') ON CONFLICT (name) DO NOTHING`,
                key,
              )
          }
        })
      })
    },
    moveDamaged: (name) =>
      withDatabase(({ exec }) => {
        const kept = `damaged_${name}_${String(Date.now())}`
        exec(`ALTER SCHEMA ${name} RENAME TO ${kept}`)
        return { id: 'moved_away', values: { file: kept } }
      }),
    remove(name) {
      rename(name)
      void dropRemoved(url, name, log)
    },
    setAside(name, chain) {
      removeRecent(chain)
      withDatabase(({ exec }) => {
        exec(`ALTER SCHEMA ${name} RENAME TO ${schemaStem(chain, 'recent')}`)
      })
    },
    hasRecent: (chain) => findOf(chain, 'recent').length > 0,
    removeRecent,
    isShared: true,
    openBackfill: (database, tell) => (kind === 'recent' ? null : new SharedBackfill(database, tell)),
    place: describeDatabase(url),
  }
}

const NAME = /^((?:recent_)?(?:chain|fork)_(\d+)_[0-9a-z]+)(?:_(\d+))?$/

/** Splits the name of an index into its chain, as `chainInName` gives it, and the number of its run. */
export function partsOf(name: string): {
  readonly stem: string
  readonly chainId: string
  readonly run: number
} {
  const [, stem = '', chainId = '', run = '1'] = NAME.exec(name) ?? []
  return { stem, chainId, run: Number(run) }
}

/** A name that PostgreSQL takes without quotes, and whole: of what is longer than 63 letters it drops the end. */
const schemaStem = (chain: IndexIdentity, kind: IndexKind) =>
  stemOf({ ...chain, chainId: chainInName(chain.chainId) }, kind).replaceAll(/[^a-z0-9]/g, '_')

/** No chain that is known has as many digits; an id may have 78. */
const MAX_CHAIN_DIGITS = 15

/** The id of a chain as the name of its index has it: itself, or as many digits of its hash. */
export const chainInName = (chainId: string): string =>
  chainId.length <= MAX_CHAIN_DIGITS
    ? chainId
    : BigInt(`0x${createHash('sha256').update(chainId).digest('hex')}`)
        .toString()
        .slice(0, MAX_CHAIN_DIGITS)

/** The indexes in a database. */
export function listSchemas(url: string, kind: IndexKind = 'whole'): readonly string[] {
  const database = openPlain(url)
  try {
    return schemasIn(database, kind)
  } finally {
    database.close()
  }
}

const schemasIn = ({ all }: PostgresDatabase, kind: IndexKind): readonly string[] =>
  all<{ name: string }>(
    `SELECT schemaname AS name FROM pg_tables WHERE tablename = 'meta' AND schemaname ~ '^${kind === 'recent' ? 'recent_' : ''}(chain|fork)_[0-9]+_[0-9a-z]+(_[0-9]+){0,1}$' ORDER BY 1`,
  ).map(({ name }) => name)

/** Half a second doubled to eight minutes: a database that restarts, a reader that holds a lock for long. */
const DROP_PAUSES_MS = Array.from({ length: 11 }, (_, attempt) => 500 * 2 ** attempt)

/**
 * A DROP waits for transactions that read the schema, and every later reader waits for the DROP. So an index is renamed
 * first: new readers no longer find it, and the DROP runs on a connection of its own. Also drops what a process that was
 * killed in between left. Never rejects: what can't be dropped now is tried again, and at last with the next removal.
 */
async function dropRemoved(url: string, name: string, log?: Log): Promise<void> {
  const setUp = [`SET lock_timeout = '60s'`]
  for (const pauseMs of [...DROP_PAUSES_MS, null]) {
    try {
      await withPostgres(url, { setUp }, new AbortController().signal, async (ask) => {
        const removed = await ask<{ name: string }>(
          `SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '^removed_${name}(_[0-9]+)+$'`,
        )
        for (const schema of removed) await ask(`DROP SCHEMA IF EXISTS ${schema.name} CASCADE`)
      })
      return
    } catch (error) {
      const cause = asPostgresIndexError(error, url)
      const message = cause instanceof Error ? cause.message : String(cause)
      log?.(`An index that was removed (removed_${name}_…) is not dropped yet: ${message}`)
    }
    // The timer keeps no process alive.
    if (pauseMs !== null) await sleep(pauseMs, undefined, { ref: false })
  }
}

const openPlain = (url: string) => openPostgres(url, { toError: (error) => asPostgresIndexError(error, url) })

/** An index is opened with several questions in a row: a thread and a connection for each would take most of a takeover. */
const KEPT_MS = 1_000

/** One connection for what is asked in a row; closed soon after the last question. */
function createShortConnection(url: string) {
  let database: PostgresDatabase | null = null
  let timer: NodeJS.Timeout | undefined
  const close = () => {
    database?.close()
    database = null
  }
  return <T>(work: (database: PostgresDatabase) => T): T => {
    clearTimeout(timer)
    timer = setTimeout(close, KEPT_MS).unref()
    try {
      return work((database ??= openPlain(url)))
    } catch (error) {
      close()
      throw error
    }
  }
}
