/** Takes questions to the thread that answers them, and answers those over few rows itself until it is there. */
import { setImmediate } from 'node:timers/promises'
import type { Database } from '#platform/sqlite/database.ts'
import { getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import { findBeside } from '../abi/find-beside.ts'
import type { ArchiveReading } from '../archive/create-archive.ts'
import { readKnownList, UNKNOWN_LIST } from './beside/known-list.ts'
import { createAnswererHere } from './answer-here.ts'
import { listsIn } from './lists-in-scope.ts'
import type { Answer, Label, Question } from './questions.ts'

type Target = ArchiveReading['target']

export interface RowQuestions {
  /**
   * Rejects with `ChainglassFailure`, also once `signal` is aborted. `other`: where the list is that it is compared with.
   */
  ask(question: Question, signal: AbortSignal, other?: Target): Promise<Answer>
  /** What is asked now. */
  target(this: void): ReturnType<Target>
  /** What answers comes up: now where questions over this list would have to wait for it, else a moment later. */
  start(list: RowScope): void
  close(): void
}

export interface RowQuestionsOptions {
  readonly reading: ArchiveReading
  /** The same array until one of them changes. */
  readonly labels: () => readonly Label[]
  /** The path of the thread's file; undefined where it is not there. */
  readonly threadFile?: () => string | undefined
  /** Lists of so many rows are asked without it until it is there. */
  readonly maxRowsHere?: number
}

/** Of a list of so many rows an answer takes a few ms: less than a thread takes to come up, and nobody has to wait for it. */
const MAX_ROWS_HERE = 2_000
/** A thread that comes up takes a core for 60 ms: not while a list is read and painted, and before anybody typed a question. */
const START_AFTER_MS = 1_000
/** What is remembered goes with an idle thread. */
const MAX_IDLE_MS = 5 * 60_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 24 }

type Place = ReturnType<Target>

/** A thread can read no file of another one that is in memory: it is told what is known of the list. */
function withOtherFile(question: Question, own: Place, other: Place): Question {
  const scope = question.input.beside?.scope
  if (!scope || (other === own && other !== undefined)) return question
  const otherFile =
    typeof other === 'string'
      ? { path: other }
      : { known: other ? readKnownList(other, scope, undefined) : UNKNOWN_LIST }
  return { ...question, otherFile }
}

class Replaced extends Error {}

export function createRowQuestions({
  reading,
  labels,
  threadFile = () => findBeside('query-worker.js', 'query/query-worker.ts'),
  maxRowsHere = MAX_ROWS_HERE,
}: RowQuestionsOptions): RowQuestions {
  const here = createAnswererHere()
  const thread = createThread(labels, threadFile)
  let isClosed = false
  /** Another one each time the file is replaced. */
  let file = {}

  /** The database, where no thread is there and few rows are asked: it comes up then a moment later. */
  function databaseFor(path: string, scope: RowScope): Database | undefined {
    const database = thread.isReady() ? undefined : reading.database()
    if (!database || !isOfFewRows(database, scope, maxRowsHere)) return undefined
    thread.startSoon(path)
    return database
  }

  async function answer(asked: Question, signal: AbortSignal, other?: Target): Promise<Answer> {
    const target = reading.target()
    const question = other ? withOtherFile(asked, target, other()) : asked
    if (typeof target !== 'string') return here.ask(target, question, labels(), signal)
    // The one that it is compared with may have many rows.
    const database = other ? undefined : databaseFor(target, question.input.scope)
    if (!database) {
      here.forget()
      return thread.start(target).ask(question, { signal })
    }
    const before = file
    const answered = await here.ask(database, question, labels(), signal).catch((error: unknown) => {
      throw before === file ? error : new Replaced()
    })
    if (before !== file) throw new Replaced()
    return answered
  }

  async function ask(asked: Question, signal: AbortSignal, other?: Target): Promise<Answer> {
    for (;;) {
      if (isClosed || signal.aborted) throw new ChainglassFailure({ code: 'cancelled' })
      try {
        return await answer(asked, signal, other)
      } catch (error) {
        // It is set aside, which replaces it.
        if (getStorageErrorKind(error) === 'damaged') reading.reportDamage()
        else if (!(error instanceof Replaced)) throw error
        // Not before the new file is there.
        await setImmediate()
      }
    }
  }

  const stop = reading.onReplace(() => {
    file = {}
    here.forget()
    thread.end(new Replaced())
  })

  return {
    ask,
    target: () => reading.target(),
    start(list) {
      try {
        const target = isClosed ? undefined : reading.target()
        if (typeof target === 'string' && !databaseFor(target, list)) thread.start(target)
      } catch (error) {
        // Whoever asks is told.
        if (getStorageErrorKind(error) === undefined) throw error
      }
    },
    close() {
      isClosed = true
      stop()
      thread.end()
      here.close()
    },
  }
}

/** At most one, over the file that is there. */
function createThread(labels: RowQuestionsOptions['labels'], file: () => string | undefined) {
  let thread: WorkerThread<Question, Answer> | undefined
  let starting: NodeJS.Timeout | undefined
  const stopWaiting = () => {
    clearTimeout(starting)
    starting = undefined
  }
  const create = (path: string) =>
    new WorkerThread<Question, Answer>({
      ...{ file, workerData: { path }, context: labels },
      resourceLimits: RESOURCE_LIMITS,
      maxIdleMs: MAX_IDLE_MS,
    })
  function start(path: string) {
    stopWaiting()
    thread ??= create(path)
    thread.start()
    return thread
  }
  return {
    isReady: () => thread?.isReady === true,
    /** It comes up where it is not there. */
    start,
    startSoon(path: string) {
      starting ??= setTimeout(start, START_AFTER_MS, path).unref()
    },
    end(error?: Error) {
      stopWaiting()
      void thread?.end(error)
      thread = undefined
    },
  }
}

function isOfFewRows(database: Database, scope: RowScope, max: number): boolean {
  if (scope.of !== 'list') return false
  const ids = listsIn(database, scope).map(({ id }) => id)
  const loaded = database.get<{ rows: number }>(
    'SELECT total(rows) AS rows FROM bodies WHERE list_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  return (loaded?.rows ?? 0) <= max
}
