/** Brings a database to the newest schema, each step whole or not at all. */
import type { Database } from '#platform/sqlite/database.ts'
import type { Migration } from './migrations.ts'

export function migrate(database: Database, migrations: readonly Migration[]) {
  const from = readSchemaVersion(database)
  for (const step of migrations) {
    if (step.version <= from) continue
    database.transaction(() => {
      database.script(step.sql)
      database.script(`PRAGMA user_version = ${String(step.version)}`)
    })
  }
}

export const readSchemaVersion = (database: Database) =>
  database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
