/** Takes an index in PostgreSQL from an earlier version of its tables to the present one, where it is. */
import type { PostgresDatabase } from '../postgres/postgres-database.ts'
import { metaOf } from '#service/indexer/store/index-database.ts'
import { type Migrations, POSTGRES_MIGRATIONS } from './postgres-schema.ts'

/** A step may rewrite a table. */
export const MIGRATION_LIMIT_MS = 24 * 3_600_000

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
