/** Indexes as schemas of one PostgreSQL database, one for each chain. */
import { openPostgres } from '#platform/postgres/postgres-database.ts'
import { asPostgresIndexError, describeDatabase, openPostgresIndex } from '../store/postgres-index.ts'
import { keyOfUrl, stemOf, type IndexIdentity, type IndexKind, type IndexStorage } from './index-storage.ts'

/** `url`: `postgres://USER:PASSWORD@HOST/DATABASE`. Its methods throw IndexError. */
export function createPostgresStorage(url: string, kind: IndexKind): IndexStorage {
  const schemaStem = (chain: IndexIdentity) => asSchema(stemOf(chain, kind))
  const find = (chain: IndexIdentity) => {
    const stem = schemaStem(chain)
    const numberOf = (name: string) => Number(name.slice(stem.length + 1) || 1)
    return listSchemas(url, kind)
      .filter(
        (name) => name === stem || (name.startsWith(`${stem}_`) && /^\d+$/.test(name.slice(stem.length + 1))),
      )
      .sort((a, b) => numberOf(a) - numberOf(b))
  }
  return {
    find,
    newName(chain) {
      const taken = new Set(find(chain))
      for (let run = 1; ; run++) {
        const name = `${schemaStem(chain)}${run === 1 ? '' : `_${String(run)}`}`
        if (!taken.has(name)) return name
      }
    },
    open: (name) => openPostgresIndex(url, name),
    lastFor: (nodeUrl) =>
      withDatabase(url, ({ get }) => {
        for (const schema of listSchemas(url)) {
          const sql = `SELECT 1 FROM ${schema}.meta WHERE name = ?`
          if (get(sql, `url ${keyOfUrl(nodeUrl)}`) !== undefined) return schema
        }
        return null
      }),
    saveLast: (nodeUrl, name) => {
      withDatabase(url, ({ run, transaction }) => {
        const key = `url ${keyOfUrl(nodeUrl)}`
        transaction(() => {
          for (const schema of listSchemas(url)) {
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
      withDatabase(url, ({ exec }) => {
        const kept = `damaged_${name}_${String(Date.now())}`
        exec(`ALTER SCHEMA ${name} RENAME TO ${kept}`)
        return { id: 'moved_away', values: { file: kept } }
      }),
    remove: (name) => {
      withDatabase(url, ({ exec }) => {
        exec(`DROP SCHEMA IF EXISTS ${name} CASCADE`)
      })
    },
    place: describeDatabase(url),
  }
}

/** A name that PostgreSQL takes without quotes. */
const asSchema = (stem: string) => stem.replaceAll(/[^a-z0-9]/g, '_')

/** The indexes in a database. */
export const listSchemas = (url: string, kind: IndexKind = 'whole'): readonly string[] =>
  withDatabase(url, ({ all }) =>
    all<{ name: string }>(
      `SELECT schemaname AS name FROM pg_tables WHERE tablename = 'meta' AND schemaname ~ '^${kind === 'recent' ? 'recent_' : ''}(chain|fork)_[0-9]+_[0-9a-z_]+$' ORDER BY 1`,
    ).map(({ name }) => name),
  )

function withDatabase<T>(url: string, work: (database: ReturnType<typeof openPostgres>) => T): T {
  const database = openPostgres(url, { toError: (error) => asPostgresIndexError(error, url) })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
