/** Writes a file in the format of the last version that stored chunks of rows. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { EARLIER_FILE } from '../earlier-archive.ts'
import { createChainModel } from './chain-model.ts'

/**
 * The file has, for the source `eth`: two intervals of the transactions of address 1, 450 to 499 (with one unreadable
 * row) and 150 to 299; the holders of token 2; all 600 transactions of address 3; address 1; and a list that no longer
 * exists.
 */
export function writeEarlierFile(folder: string, change?: (database: Database) => void) {
  const file = join(folder, EARLIER_FILE)
  writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, 'chunks-v4.sqlite.gz'))))
  if (!change) return
  const database = openDatabase(file)
  change(database)
  database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/** The chains from which its lists were read. */
export function earlierChains() {
  const chain = createChainModel()
  chain.grow(Array.from({ length: 300 }, () => 1))
  chain.grow(Array.from({ length: 200 }, () => 1))
  const whole = createChainModel()
  whole.grow(Array.from({ length: 300 }, () => 2))
  return { chain, whole }
}
