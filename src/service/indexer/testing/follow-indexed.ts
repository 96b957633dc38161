/**
 * The index of a test, in a file; with CHAINGLASS_TEST_DATABASE (the URL of a PostgreSQL server whose databases may be made
 * and dropped) in a database of its own, so that the same tests run over both.
 */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgres } from '#server/postgres/postgres-database.ts'
import { createPostgresStorage, listSchemas } from '#server/store/postgres-storage.ts'
import type { IndexDatabase } from '../store/index-database.ts'
import { openPostgresIndex } from '#server/store/postgres-index.ts'
import { openSqliteIndex } from '../store/sqlite-index.ts'
import { followChain, type FollowedChain, type FollowOptions } from '../follow-chain.ts'

export const TEST_SERVER = process.env.CHAINGLASS_TEST_DATABASE

/** As `followChain`. */
export const followIndexed = (options: FollowOptions): Promise<FollowedChain> =>
  followChain(
    TEST_SERVER === undefined
      ? options
      : { ...options, storage: createPostgresStorage(testDatabase(TEST_SERVER, options.dataDir)) },
  )

/** The names of the indexes that it holds. */
export const indexesIn = (dataDir: string): readonly string[] =>
  TEST_SERVER === undefined
    ? readdirSync(dataDir).filter((name) => name.endsWith('.sqlite'))
    : listSchemas(testDatabase(TEST_SERVER, dataDir))

/** The one that is there, to be looked at or harmed while nobody follows it. */
export function openIndexIn(dataDir: string): IndexDatabase {
  const [name] = indexesIn(dataDir)
  if (name === undefined) throw new Error(`There is no index in ${dataDir}.`)
  return TEST_SERVER === undefined
    ? openSqliteIndex(join(dataDir, name))
    : openPostgresIndex(testDatabase(TEST_SERVER, dataDir), name)
}

/** A database for what a test would keep in this folder. */
export function testDatabase(server: string, dataDir: string): string {
  const url = new URL(server)
  const name = `test_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const admin = openPostgres(server)
  try {
    if (admin.get('SELECT 1 FROM pg_database WHERE datname = ?', name) === undefined)
      admin.exec(`CREATE DATABASE ${name}`)
  } finally {
    admin.close()
  }
  url.pathname = `/${name}`
  return url.href
}
