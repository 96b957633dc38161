/** The lists that others are compared with, remembered until they change. They may be in another file than the one that is asked. */
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import type { OtherFile } from '../questions.ts'
import { readKnownList, UNKNOWN_LIST, type KnownList, type ListScope } from './known-list.ts'

/** Rows of all that are remembered: 8 bytes each. */
const MAX_REMEMBERED_ROWS = 3_000_000

/** `own`: the file that is asked. */
export function createKnownLists(own: Database, maxUnusedTurns: number) {
  const remembered = new LruCache<string, KnownList>({
    maxSize: MAX_REMEMBERED_ROWS,
    sizeOf: ({ keys }) => 1 + keys.length,
    maxUnusedTurns,
  })
  return {
    /** The same object while it has not changed. */
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

/** It is opened for each question: whoever moves or deletes it need not wait. */
function readFrom(path: string, scope: ListScope, before: KnownList | undefined): KnownList {
  let database: Database | undefined
  try {
    database = openDatabase(path, { readOnly: true })
    return readKnownList(database, scope, before)
  } catch (error) {
    // Whoever asks it itself is told.
    if (error instanceof ChainglassFailure && error.error.code === 'storage') return UNKNOWN_LIST
    throw error
  } finally {
    database?.close()
  }
}
