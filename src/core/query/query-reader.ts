/** Reads an archive file consistently, and caches results between questions. */
import { randomUUID } from 'node:crypto'
import { LruCache } from '#shared/lru-cache.ts'
import { createSharedTasks } from '#platform/shared-tasks.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createKnownLists } from './comparison/known-lists.ts'
import type { MarkedRows } from './comparison/mark-rows.ts'
import { createPoisoningLearner } from './learn-poisoning.ts'
import { listsIn, revisionOf } from './lists-in-scope.ts'
import type { MergedViews } from './movements/merge-views.ts'
import type { ShownInput } from './questions.ts'
import { createLabels } from './row-test.ts'
import type { ScopeReader, ScopeState } from './scope-state.ts'
import { keptColumns } from './sql/kept-columns.ts'
import { createBodyDirectories, createBodyReader } from './rows-reader.ts'
import type { SqlMatches } from './sql/sql-matches.ts'
import type { CountedRows } from './sql/sql-totals.ts'
import { neverYield, type YieldIfDue } from './time-slices.ts'
import type { View } from './view.ts'

/** Maximum number of rows of all cached results: 8 bytes each, and more if they are sorted. */
const MAX_REMEMBERED_ROWS = 3_000_000
const MAX_REMEMBERED_GROUPS = 500_000
/**
 * Results unused for this number of questions are removed, because a thread that is never idle would keep them for hours.
 */
const MAX_UNUSED_QUESTIONS = 200
/** Number of tries if the data changes during a question; after them the question is answered in one read transaction. */
const MAX_TRIES = 4

export type QueryReader = ReturnType<typeof createQueryReader>

export function createQueryReader(database: Database, isWrittenHere: boolean) {
  // A cache of 120 MB holds all columns of a million rows.
  if (!isWrittenHere) database.exec('PRAGMA cache_size = -120000; PRAGMA temp_store = MEMORY')
  const labels = createLabels()
  const directories = createBodyDirectories(database, MAX_UNUSED_QUESTIONS)
  const directoryOf = directories.read
  const readBody = createBodyReader(database)
  const remembered = new LruCache<string, { readonly matches: SqlMatches; readonly size: number }>({
    maxSize: MAX_REMEMBERED_ROWS,
    sizeOf: ({ size }) => size,
    maxUnusedTurns: MAX_UNUSED_QUESTIONS,
  })
  const totals = new LruCache<string, { readonly revision: string; readonly counted: CountedRows }>({
    maxSize: MAX_REMEMBERED_GROUPS,
    sizeOf: ({ counted }) => 1 + counted.groupCount,
    maxUnusedTurns: MAX_UNUSED_QUESTIONS,
  })
  const known = createKnownLists(database, MAX_UNUSED_QUESTIONS)
  let turns = 0
  return {
    id: randomUUID(),
    directoryOf,
    readBody,
    database,
    labels,
    remembered,
    totals,
    known,
    marked: new WeakMap<View, MarkedRows>(),
    endTurn: () => {
      turns += 1
      known.endTurn()
      directories.endTurn()
      remembered.endTurn()
      totals.endTurn()
      keptColumns(database).endTurn()
      // Frees the page cache from time to time; pages still in use are read again.
      if (turns % MAX_UNUSED_QUESTIONS === 0 && !isWrittenHere) database.exec('PRAGMA shrink_memory')
    },
    /** Merged views, by the first view of each. */
    merged: new WeakMap<View, MergedViews>(),
    shared: createSharedTasks(),
    poisoningOf: createPoisoningLearner({ database, directoryOf, readBody }),
    inReadTransaction: isWrittenHere ? withoutTransaction : createReadTransactions(database),
  } satisfies ScopeReader & Record<string, unknown>
}

/**
 * Runs work without a transaction, on the connection that also writes. Work that does not wait is consistent anyway. A
 * transaction over work that waits would include the writes of others, or block them.
 */
const withoutTransaction = async <T>(work: () => T | Promise<T>): Promise<T> => await work()

/** Runs work in one read transaction. Overlapping work shares it. */
function createReadTransactions(database: Database) {
  let open = 0
  const end = () => {
    open -= 1
    if (open === 0) database.exec('COMMIT')
  }
  return async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (open === 0) database.exec('BEGIN')
    open += 1
    try {
      return await work()
    } finally {
      end()
    }
  }
}

/** Repeats work while its data changes: `work` returns undefined then. */
export async function untilItHolds<T>(
  reader: QueryReader,
  signal: AbortSignal,
  work: (yieldIfDue: YieldIfDue | undefined) => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; tries < 2 * MAX_TRIES; tries += 1) {
    const answer = await (tries < MAX_TRIES
      ? work(undefined)
      : reader.inReadTransaction(() => work(neverYield)))
    signal.throwIfAborted()
    if (answer !== undefined) return answer
  }
  throw new Error('The archive changes at every try.')
}

export const isUnchanged = (
  { database }: QueryReader,
  { scope }: Pick<ShownInput, 'scope'>,
  { revision }: Pick<ScopeState, 'revision'>,
) => revisionOf(listsIn(database, scope)) === revision.split('.')[0]
