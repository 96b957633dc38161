/** Reads the header of a database file without opening it as a database, so that nothing is changed. */
import { closeSync, openSync, readSync } from 'node:fs'
import { requireFile } from '#platform/private-files.ts'
import { getStorageErrorKind, toStorageError } from '#platform/sqlite/storage-error.ts'

/**
 * The schema's version, big-endian at byte 60 of SQLite's header; undefined if the file is missing, or no database.
 * Throws `storage` if the name is not a file, such as a folder.
 */
export function readVersionInFile(path: string): number | undefined {
  let file: number
  try {
    requireFile(path)
    file = openSync(path, 'r')
  } catch (error) {
    if (getStorageErrorKind(error) === 'no_file') throw toStorageError(error)
    return undefined
  }
  try {
    const header = Buffer.alloc(64)
    const bytes = readSync(file, header, 0, 64, 0)
    const isDatabase = bytes === 64 && header.toString('latin1', 0, 15) === 'SQLite format 3'
    return isDatabase ? header.readUInt32BE(60) : undefined
  } finally {
    closeSync(file)
  }
}
