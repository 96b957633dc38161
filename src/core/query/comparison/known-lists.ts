/** Caches the lists that others are compared with, until they change. They may be in another file than the asked one. */
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import type { KnownList, OtherFile } from '../questions.ts'
import { readKnownList, UNKNOWN_LIST, type ListScope } from './known-list.ts'

/** Maximum number of rows of all cached lists, 8 bytes each. */
const MAX_REMEMBERED_ROWS = 3_000_000

/** `own`: the file that is asked. */
export function createKnownLists(own: Database, maxUnusedTurns: number) {
  const remembered = new LruCache<string, KnownList>({
    maxSize: MAX_REMEMBERED_ROWS,
    sizeOf: ({ keys }) => 1 + keys.length,
    maxUnusedTurns,
  })
  return {
    /** Returns the same object while the list has not changed. */
    read(scope: ListScope, file: OtherFile | undefined): KnownList {
      if (file && 'known' in file) return file.known
      const key = JSON.stringify([file?.path, scope])
      const before = remembered.get(key)
      const known = file ? readFrom(file.path, scope, before) : readKnownList(own, scope, before)
      if (known !== before) remembered.set(key, known)
      return known
    },
    endTurn: () => {
      remembered.endTurn()
    },
  }
}

/** Opens the file for each question, so that it can be moved or deleted at any time. */
function readFrom(path: string, scope: ListScope, before: KnownList | undefined): KnownList {
  let database: Database | undefined
  try {
    database = openDatabase(path, { readOnly: true })
    return readKnownList(database, scope, before)
  } catch (error) {
    // Questions to that file itself report its errors.
    if (error instanceof ChainglassFailure && error.error.code === 'storage') return UNKNOWN_LIST
    throw error
  } finally {
    database?.close()
  }
}
