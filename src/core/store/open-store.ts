/** The one file in which a person's own things are kept: settings, sources, places, watched addresses. Never a key. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeDurable, openDatabase, type Database } from './database.ts'
import { LATEST, MIGRATIONS } from './migrations.ts'
import { asStorageFailure, storageFailure } from './storage-failure.ts'

export interface Store extends Database {
  /** The folder it is in, or ':memory:'. */
  readonly dataDir: string
}

export const STORE_FILE = 'chainglass.sqlite'

/** Throws `ChainglassFailure` with code `storage` where the folder or the file can't be used. */
export function openStore(options: { readonly dataDir: string }): Store {
  const { dataDir } = options
  if (dataDir !== ':memory:') makeFolder(dataDir)
  const database = openDatabase(dataDir === ':memory:' ? dataDir : join(dataDir, STORE_FILE))
  try {
    makeDurable(database)
    migrate(database)
  } catch (error) {
    database.close()
    throw error
  }
  return { ...database, dataDir }
}

function migrate(database: Database) {
  const version = schemaVersion(database)
  if (version > LATEST) throw storageFailure('newer')
  for (const step of MIGRATIONS.slice(version)) {
    database.transaction(() => {
      database.script(step.sql)
      database.script(`PRAGMA user_version = ${String(step.version)}`)
    })
  }
}

const schemaVersion = (database: Database) =>
  database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0

function makeFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw asStorageFailure(error)
  }
}
