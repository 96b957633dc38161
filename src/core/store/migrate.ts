/** Migrates a database to the newest schema; each step is applied completely or not at all. */
import { readPragma, type Database } from '#platform/sqlite/database.ts'
import type { Migration } from './migrations.ts'

export function migrate(database: Database, migrations: readonly Migration[]) {
  const from = readSchemaVersion(database)
  for (const step of migrations) {
    if (step.version <= from) continue
    database.transaction(() => {
      database.exec(step.sql)
      database.exec(`PRAGMA user_version = ${String(step.version)}`)
    })
  }
}

export const readSchemaVersion = (database: Database) => readPragma(database, 'user_version')
